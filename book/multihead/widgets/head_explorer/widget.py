"""Look at attention patterns: heads, layers, seeds and training steps, two seeds side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import traitlets
from traitlets import TraitError

from multihead.widgets.base import Fallback, patterns
from multihead.widgets.base.heads_over_seeds import HeadsOverSeeds, place_on_axis
from multihead.widgets.base.traits import Choice, Whole

VIEWS = ["heatmap", "lines"]


class HeadExplorer(HeadsOverSeeds):
    r"""Attention patterns of many heads, with sliders over seeds, training steps and layers.

    Parameters
    ----------
    pattern
        Attention weights, of shape (seed, step, layer, head, query, key), or (head, query, key), or
        any of these axes with ``axes`` naming them. Rows sum to 1. Up to 16 384 weights travel as
        float32; more as uint8, in steps of 0.005. If there is one key more than queries, the last
        is a sink, which stands apart.
    tokens
        One text, or something that reads as one, for each position; one more may name the sink.
    axes
        The axes of ``pattern`` in their order, e.g. ``"layer head query key"``.
    seeds, steps
        What to call the seeds and the training steps; 0, 1, 2, … if not given.
    queries, keys
        What was multiplied, with ``pos d_head`` in place of ``query key``. With them the widget
        shows how the attention weight in focus comes about,
        :math:`\operatorname{softmax}(q \cdot k / \sqrt{d_\text{head}})`.
    heads, layer, seed, step, compare, view, query, key
        The state at first, see below. If not given, all heads are on, the last step is shown, and
        the largest weight that is shown is in focus.

    Attributes
    ----------
    heads : list of int
        The heads that are on.
    layer, seed, step : int
        What is shown, as positions on their axes, from 0.
    compare : int or None
        A second seed, shown beside the first with their difference.
    view : {"heatmap", "lines"}
        How it is shown.
    query, key : int
        The cell in focus.

    Raises
    ------
    TraitError
        If sizes do not fit, a number is NaN or above 1e30 in size, a row does not sum to 1, names
        are in no order, or the state is no whole number or out of range. A state that is refused
        leaves the old one.

    Examples
    --------
    >>> even = np.full((2, 3, 3), 1 / 3)
    >>> widget = HeadExplorer(even, ["the", "cat", "sat"])
    >>> widget.heads = [1]
    """

    folder = Path(__file__).parent

    layer = Whole(0).tag(sync=True)
    view = Choice(VIEWS, "heatmap").tag(sync=True)
    query = Whole(0).tag(sync=True)
    key = Whole(0).tag(sync=True)

    _tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _pattern = traitlets.Bytes().tag(sync=True)
    _unit = traitlets.Int(1).tag(sync=True)  # what a share of 1 is sent as; 1: as float32
    _sink = traitlets.Bytes().tag(sync=True)  # weights of the key that is no token, if there is one
    _causal = traitlets.Bool().tag(sync=True)
    _queries = traitlets.Bytes().tag(sync=True)
    _keys = traitlets.Bytes().tag(sync=True)
    _mask = traitlets.Bytes().tag(sync=True)
    _d_head = traitlets.Int(0).tag(sync=True)  # 0: there are no queries and keys

    def __init__(
        self,
        pattern: Any,
        tokens: Sequence[Any],
        *,
        axes: str | None = None,
        seeds: Sequence[Any] | None = None,
        steps: Sequence[Any] | None = None,
        queries: Any = None,
        keys: Any = None,
        heads: Sequence[int] | None = None,
        layer: int = 0,
        seed: int = 0,
        step: int | None = None,
        compare: int | None = None,
        view: str = "heatmap",
        query: int | None = None,
        key: int | None = None,
    ):
        array = patterns.with_all_axes("pattern", pattern, axes)
        sizes: dict[str, int] = dict(zip(patterns.AXES, array.shape, strict=True))
        n = sizes["query"]
        sink = sizes["key"] == n + 1
        patterns.check_pattern(array, sink=sink)
        data, quantised, causal = patterns.pack(array[..., :n])
        self._array = array
        super().__init__(
            _sizes=sizes,
            _tokens=_names_of_keys(tokens, sizes),
            _seeds=patterns.names("seeds", seeds, "seed", sizes),
            _steps=patterns.names("steps", steps, "step", sizes),
            _pattern=data,
            _sink=patterns.to_bytes(array[..., n:], quantised),
            _unit=patterns.STEPS_TO_ONE if quantised else 1,
            _causal=causal,
            **_queries_and_keys(array, queries, keys, axes),
            heads=patterns.in_order("heads", range(sizes["head"]) if heads is None else heads),
            layer=layer,
            seed=seed,
            step=sizes["step"] - 1 if step is None else step,
            compare=compare,
            view=view,
            query=query or 0,
            key=key or 0,
        )
        if query is None:
            self.query = int(self._shown().max(axis=(0, 2)).argmax())
        if key is None:
            self.key = int(self._shown().max(axis=0)[self.query].argmax())

    def _shown(self) -> np.ndarray:
        """Shares of the heads that are on, or of all if none is: (head, query, key)."""
        return self._array[self.seed, self.step, self.layer, self.heads or slice(None)]

    @traitlets.validate("layer", "query", "key")
    def _check_layer_and_cell(self, proposal: Any) -> int | None:
        return place_on_axis(proposal, self._sizes)

    def url_fields(self) -> dict[str, dict[str, Any]]:
        return {
            **super().url_fields(),
            "layer": {"kind": "int", **self.bounds("layer")},
            "view": {"kind": "choice", "of": VIEWS},
            "query": {"kind": "int", **self.bounds("query")},
            "key": {"kind": "int", **self.bounds("key")},
        }

    def fallback(self) -> Fallback:
        patterns_shown = self._array[self.seed, self.step, self.layer, self.heads]
        best = patterns_shown.argmax(axis=-1)
        rows = [
            (
                f"{query} {token}",
                *(
                    f"{best[i, query]} {self._tokens[best[i, query]]} "
                    f"{patterns_shown[i, query, best[i, query]]:.2f}"
                    for i in range(len(self.heads))
                ),
            )
            for query, token in enumerate(self._tokens[: self._sizes["query"]])
        ]
        caption = (
            f"The key with the largest weight for each query, and that weight (layer {self.layer}, "
            f"seed {self._seeds[self.seed]}, step {self._steps[self.step]})"
        )
        return Fallback(caption, ("query", *(f"head {head}" for head in self.heads)), rows)


def _names_of_keys(tokens: Any, sizes: dict[str, int]) -> list[str]:
    """Give a text for each position, and one for the sink."""
    texts = patterns.in_order("tokens", tokens, " with one for each query")
    if len(texts) == sizes["query"] < sizes["key"]:
        texts.append("(sink)")
    return patterns.names("tokens", texts, "key" if sizes["key"] == len(texts) else "query", sizes)


def _queries_and_keys(
    pattern: np.ndarray, queries: Any, keys: Any, axes: str | None
) -> dict[str, bytes | int]:
    if (queries is None) != (keys is None):
        raise TraitError("queries and keys go together; give both or neither")
    if queries is None:
        return {}
    if pattern.shape[-1] > pattern.shape[-2]:
        raise TraitError("queries and keys do not give the weight of a sink; leave them out")
    q = patterns.with_all_axes("queries", queries, axes, "pos d_head")
    k = patterns.with_all_axes("keys", keys, axes, "pos d_head")
    mask = patterns.check_queries_keys(pattern, q, k)
    return {
        "_queries": q.astype("<f4").tobytes(),
        "_keys": k.astype("<f4").tobytes(),
        "_mask": mask.astype("u1").tobytes(),
        "_d_head": q.shape[-1],
    }
