"""A small attention-only model, which the page itself runs on a sequence that the reader edits."""

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np
import torch
import traitlets
from jaxtyping import Float
from traitlets import TraitError

from multihead.model import TokenModel
from multihead.widgets.base import Fallback, Widget
from multihead.widgets.base.heads_over_seeds import different_heads, place_on_axis
from multihead.widgets.base.patterns import in_order, names
from multihead.widgets.base.traits import Whole
from multihead.widgets.sequence_lab.params import models, read_params
from multihead.widgets.token_model import pack

BEST = 3  # symbols in the table


class SequenceLab(Widget):
    r"""Heads in layers, which the page runs: switch one off, and see what later ones attend to.

    .. math:: x_0 = E[\text{token}] + P, \quad
              x' = x + \sum_i g_i \operatorname{softmax}\left(
              xW_Q^i (xW_K^i)^\top / \sqrt{d_\text{head}}\right) x W_V^i W_O^i
              \;\text{(each layer)}, \quad \text{logits} = x W_U

    No position attends to a later one. The gate g_i of a head is 1 if it is on, and else 0.

    Parameters
    ----------
    params
        The weights of all seeds by the names of :class:`~multihead.model.TokenModel`, as in
        ``run.params``: ``E`` (seed, symbol, d_model); ``P`` (seed, pos, d_model);
        ``layers.0.W_Q``, ``W_K`` and ``W_V`` (seed, head, d_model, d_head) and ``W_O``
        (seed, head, d_head, d_model), and so on for each layer; ``W_U`` (seed, d_model, symbol).
        They travel as bfloat16, two bytes each.
    tokens
        The sequence at first, as numbers of symbols; not longer than ``P`` has positions.
    symbols, seeds
        What to call them; A, B, C, … and 0, 1, 2, … if not given.
    heads, seed, query
        The state at first, see below. All heads are on if not given, and the position before the
        last is in focus, from which the right next symbol is known.

    Attributes
    ----------
    heads : list of int
        The heads that are on, numbered through all layers, first layer first.
    seed : int
        The model shown, from 0.
    tokens : list of int
        The sequence. Its length stays.
    query : int
        The position that attends, from 0.

    Raises
    ------
    TraitError
        If names or shapes of weights make no such model, a number is not finite, or the state names
        what is not there. A state that is refused leaves the old one.

    Examples
    --------
    >>> two = {name: w[:2] for name, w in run.params.items()}  # doctest: +SKIP
    >>> lab = SequenceLab(two, [0, 1, 2, 3, 0, 1, 2, 3])  # doctest: +SKIP
    >>> lab.heads = [1]  # doctest: +SKIP
    >>> lab.patterns()[1, 0, lab.query]  # doctest: +SKIP
    """

    folder = Path(__file__).parent

    _sizes = traitlets.Dict().tag(sync=True)
    _symbols = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _seeds = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _shapes = traitlets.List().tag(sync=True)  # [name, shape] of each array of one model
    _weights = traitlets.Bytes().tag(sync=True)

    heads = traitlets.List(Whole()).tag(sync=True)
    seed = Whole(0).tag(sync=True)
    tokens = traitlets.List(Whole()).tag(sync=True)
    query = Whole(0).tag(sync=True)

    def __init__(
        self,
        params: Mapping[str, Any],
        tokens: Sequence[int] | np.ndarray | torch.Tensor,
        *,
        symbols: Sequence[Any] | None = None,
        seeds: Sequence[Any] | None = None,
        heads: Sequence[int] | None = None,
        seed: int = 0,
        query: int | None = None,
    ):
        weights = read_params(params)
        sequence = in_order("tokens", tokens)
        n_pos, longest = len(sequence), weights["P"].shape[1]
        if not 1 <= n_pos <= longest:
            raise TraitError(f"{n_pos} tokens but P has {longest} positions; use 1 to {longest}")
        weights["P"] = weights["P"][:, :n_pos]
        self._models = models(weights)
        n_layers, n_heads = self._models[0].gate_shape
        sizes = dict(zip(("seed", "symbol"), weights["E"].shape, strict=False))
        sizes |= {"layer": n_layers, "head": n_layers * n_heads, "query": n_pos}
        if symbols is None and sizes["symbol"] <= len(ascii_uppercase):
            symbols = ascii_uppercase[: sizes["symbol"]]
        if isinstance(symbols, str):
            symbols = list(symbols)
        super().__init__(
            _sizes=sizes,
            _symbols=names("symbols", symbols, "symbol", sizes),
            _seeds=names("seeds", seeds, "seed", sizes),
            _shapes=[[name, [*weight.shape[1:]]] for name, weight in weights.items()],
            _weights=pack(w[i] for i in range(sizes["seed"]) for w in weights.values()),
            heads=in_order("heads", range(sizes["head"]) if heads is None else heads),
            seed=seed,
            tokens=sequence,
            query=max(n_pos - 2, 0) if query is None else query,
        )

    def patterns(self) -> Float[np.ndarray, "layer head query key"]:
        """Return what each head attends to while those that are off write nothing."""
        layers = self._running().heads(torch.tensor([self.tokens]), self._mask)
        return torch.cat([layer.pattern for layer in layers]).numpy()

    def next_symbol(self) -> Float[np.ndarray, "pos symbol"]:
        """Return the probability of each symbol as the next one, at each position."""
        logits = self._running()(torch.tensor([self.tokens]), self._mask)
        return logits[0].softmax(-1).numpy()

    def _running(self) -> TokenModel:
        """The model of the seed, in which heads that are off write nothing."""
        model = copy.deepcopy(self._models[self.seed])
        W_O = [weight for name, weight in model.named_parameters() if name.endswith("W_O")]
        off = {*range(self._sizes["head"])} - {*self.heads}
        for layer, head in (divmod(head, len(W_O[0])) for head in off):
            W_O[layer][head] = 0
        return model

    @property
    def _mask(self) -> torch.Tensor:
        return torch.ones(2 * [self._sizes["query"]], dtype=torch.bool).tril()

    @traitlets.validate("heads")
    def _check_heads(self, proposal: Any) -> list[int]:
        return different_heads(proposal["value"], self._sizes["head"])

    @traitlets.validate("seed", "query")
    def _check_place(self, proposal: Any) -> int | None:
        return place_on_axis(proposal, self._sizes)

    @traitlets.validate("tokens")
    def _check_tokens(self, proposal: Any) -> list[int]:
        tokens, n_pos, n_symbols = proposal["value"], self._sizes["query"], self._sizes["symbol"]
        if len(tokens) != n_pos:
            raise TraitError(f"{len(tokens)} tokens but the widget shows {n_pos}; give {n_pos}")
        if any(not 0 <= token < n_symbols for token in tokens):
            raise TraitError(
                f"tokens={tokens} but there are {n_symbols} symbols; use 0 to {n_symbols - 1}"
            )
        return tokens

    def url_fields(self) -> dict[str, dict[str, Any]]:
        top = {axis: size - 1 for axis, size in self._sizes.items()}
        return {
            "heads": {"kind": "set", "min": 0, "max": top["head"]},
            "seed": {"kind": "int", "min": 0, "max": top["seed"]},
            "tokens": {"kind": "entries", "whole": True, "min": 0, "max": top["symbol"]},
            "query": {"kind": "int", "min": 0, "max": top["query"]},
        }

    def fallback(self) -> Fallback:
        places = [f"{i} {self._symbols[token]}" for i, token in enumerate(self.tokens)]
        rows = []
        for layer, heads in enumerate(self.patterns()[:, :, self.query]):
            for head, shares in enumerate(heads):
                on = layer * len(heads) + head in self.heads
                name = f"head {layer}.{head}" + ("" if on else ", off")
                rows.append((name, places[shares.argmax()], f"{100 * shares.max():.2f}"))
        shares = self.next_symbol()[self.query]
        for symbol in np.argsort(-shares, kind="stable")[:BEST]:
            rows.append(("next symbol", self._symbols[symbol], f"{100 * shares[symbol]:.2f}"))
        from_place = places[self.query]
        caption = (
            f"What each head attends to most from {from_place}, and the most likely next symbols"
        )
        return Fallback(caption, ("what", "most", "in %"), rows)
