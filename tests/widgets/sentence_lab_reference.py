"""What PyTorch computes on many sentences with the models that SentenceLab's page runs."""

import base64
import copy
from typing import Any

import torch
from multihead.language import RELATIONS, Grammar
from multihead.language.grammar import HIDDEN
from multihead.language.links import N_POS
from multihead.model import TokenModel
from multihead.train import fresh_generator
from multihead.widgets import SentenceLab
from multihead.widgets.sentence_lab.word_kinds import relations_at
from small_widgets import lab_run
from traitlets import TraitError

TRAITS = ("_sizes", "_seeds", "_words", "_kinds", "_questions", "_shapes")
BY_HAND = ["it", "street the because it it", "the small old young animal saw", "near " * N_POS]


def reference() -> dict[str, Any]:
    lab, grammar = SentenceLab(lab_run(), Grammar()), Grammar()
    drawn = grammar.sample(20, fresh_generator(7)).tokens
    tokens = torch.cat([drawn, *map(grammar.tokens, BY_HAND)])
    cases = []
    for seed, on in enumerate([[0, 1, 2, 3, 4, 5], [1, 2, 5], []]):
        model = copy.deepcopy(lab.model_of(seed)).double()
        gate = torch.zeros(6).double()
        gate[on] = 1
        same = {"seed": seed, "on": on}
        cases += [{**same, **computed(lab, model, row, gate.view(2, 3))} for row in tokens]
    return {
        "state": lab.get_state(TRAITS),
        "weights": base64.b64encode(lab._weights).decode(),
        "cases": cases,
        "texts": texts(grammar),
    }


def computed(
    lab: SentenceLab, model: TokenModel, row: torch.Tensor, gate: torch.Tensor
) -> dict[str, Any]:
    """Compute all that the page shows of a sentence, at every place."""
    with torch.no_grad():
        logits = model(row[None], gate=gate)[0].unflatten(-1, (len(RELATIONS), -1))
        *reads, _ = model._reads(row[None], None, gate)
        pairs = list(zip(model.layers, reads, strict=True))
        found = [layer.heads(x) for layer, x in pairs]
        written = torch.cat([layer.write(layer.heads(x).z)[0] for layer, x in pairs])
        fetched = torch.cat([layer.write(x @ layer.W_V) for layer, x in pairs])
    pattern = torch.cat([h.pattern[0] for h in found])  # (head, query, key)
    parts = pattern * fetched.norm(dim=-1)[:, None]
    return {
        "tokens": row[row > 0].tolist(),
        "shares": logits.softmax(-1).tolist(),  # (pos, relation, word)
        "pattern": pattern.tolist(),
        "parts": (parts / parts.sum(-1, keepdim=True)).tolist(),
        "asked": [relations_at(row.tolist(), at, lab._questions) for at in range(N_POS)],
        "lengths": written.norm(dim=-1).tolist(),  # (head, pos)
    }


def texts(grammar: Grammar) -> list[dict[str, Any]]:
    """Texts and how Python reads them: the word numbers, or None if it refuses."""
    typed = [
        "The animal  SAW\tit.",
        "the cat saw it",
        "",
        " ",
        ".",
        "the " * 17,
        "the " * 18,
        "it..",
    ]
    typed += [HIDDEN, "the animal . saw", "constructor", "__proto__"]
    lab = SentenceLab(lab_run(), grammar)
    return [{"text": text, "tokens": read(lab, text)} for text in typed]


def read(lab: SentenceLab, text: str) -> list[int] | None:
    try:
        lab.text = text
    except TraitError:
        return None
    return lab._grammar.tokens(lab.text)[0].tolist()[: len(lab.text.split())]
