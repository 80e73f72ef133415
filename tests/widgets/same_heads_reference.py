"""What `same_heads.test.js` compares with: orders, maps and means by NumPy, from what was given."""

import base64
from itertools import product

import numpy as np
from multihead.widgets import SameHeads
from small_widgets import same_heads, same_heads_data

N_SEEDS, N_HEADS = 3, 2


def reference() -> dict:
    matched, unmatched = same_heads(), same_heads(untrained_clusters=None)
    return {
        "matched": traits(matched),
        "unmatched": traits(unmatched),
        "maps": [
            one_map(*state)
            for state in product(
                ("untrained", "trained"),
                ("pattern", "output", "cost"),
                (0, 1),
                ("number", "cluster"),
            )
        ],
        "patterns": [
            {"models": models, "layer": layer, "head": head, "pattern": weights.ravel().tolist()}
            for models, name in (("trained", "patterns"), ("untrained", "untrained_patterns"))
            for layer, heads in enumerate(same_heads_data()[name])
            for head, weights in enumerate(heads)
        ],
    }


def traits(widget: SameHeads) -> dict:
    return {
        name: base64.b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in widget.get_state().items()
        if name in ("_sizes", "_tokens", "_unit", "_causal", "_matched_apart")
        or name in ("_similarity", "_clusters", "_pattern")
    }


def one_map(models: str, measure: str, layer: int, order: str) -> dict:
    """Return the state, the sorted heads, their similarities, and the means by an explicit loop."""
    given = same_heads_data()
    table = given["similarity"][measure][models][layer].round(2)
    clusters = given["clusters" if models == "trained" else "untrained_clusters"][layer].ravel()
    bands = clusters if order == "cluster" else np.arange(N_SEEDS * N_HEADS) % N_HEADS
    heads = np.lexsort((np.arange(len(bands)), bands))
    pairs = [
        (bands[i], bands[j], table[i, j])
        for i, j in product(range(len(bands)), repeat=2)
        if i // N_HEADS != j // N_HEADS
    ]

    def mean(chosen) -> float:
        return float(np.mean([x for a, b, x in pairs if chosen(a, b)]))

    return {
        "state": {"models": models, "measure": measure, "layer": layer, "order": order},
        "heads": heads.tolist(),
        "values": table[heads][:, heads].ravel().tolist(),
        "bands": [
            mean(lambda a, b, one=one, other=other: (a, b) == (one, other))
            for one, other in product(range(N_HEADS), repeat=2)
        ],
        "same": mean(lambda a, b: a == b),
        "different": mean(lambda a, b: a != b),
    }
