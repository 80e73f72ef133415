"""What PyTorch computes with the models that SequenceLab's page runs."""

import base64
from itertools import product
from typing import Any

import torch
from multihead.widgets import SequenceLab
from shift_then_match import SYMBOLS, TOKENS, shift_then_match
from small_widgets import sequence_lab

TRAITS = ("_sizes", "_seeds", "_symbols", "_shapes")
ON = ([0, 1, 2, 3, 4, 5], [1, 2, 5], [0, 3, 4], [])
SEQUENCES = ([0, 1, 2, 3, 0, 1, 2], [4, 4, 4, 4, 4, 4, 4], [3, 0, 4, 1, 1, 0, 2])


def reference() -> dict[str, Any]:
    lab = sequence_lab()
    seeds = range(lab._sizes["seed"])
    cases = [computed(lab, *case) for case in product(seeds, ON, SEQUENCES)]
    by_hand = SequenceLab(shift_then_match(), TOKENS, symbols=SYMBOLS)
    return {**carried(lab), "cases": cases, "by_hand": {**carried(by_hand), "tokens": TOKENS}}


def carried(lab: SequenceLab) -> dict[str, Any]:
    return {
        "state": lab.get_state(TRAITS),
        "weights": base64.b64encode(lab._weights).decode(),
    }


def computed(lab: SequenceLab, seed: int, on: list[int], tokens: list[int]) -> dict[str, Any]:
    """Run a seed's model with gates, layer by layer, and PyTorch's own attention."""
    model = lab._models[seed]
    row, n_heads = torch.tensor(tokens), len(model.layers[0].W_Q)
    gate = torch.tensor([float(head in on) for head in range(lab._sizes["head"])]).double()
    x, patterns = model.E[row] + model.P, []
    for layer, gates in zip(model.layers, gate.split(n_heads), strict=True):
        q, k, v = (x @ W for W in (layer.W_Q, layer.W_K, layer.W_V))
        attend = torch.nn.functional.scaled_dot_product_attention
        patterns.append(
            attend(q, k, torch.eye(len(row)).double().expand(n_heads, -1, -1), is_causal=True)
        )
        x = x + torch.einsum("h,htd->td", gates, attend(q, k, v, is_causal=True) @ layer.W_O)
    next_symbol = (x @ model.W_U).softmax(-1)
    case = {"seed": seed, "on": on, "tokens": tokens}
    return {**case, "patterns": torch.cat(patterns).tolist(), "next": next_symbol.tolist()}
