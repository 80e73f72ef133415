"""NumPy's numbers for head_explorer.test.js."""

import base64
from typing import Any

import numpy as np
from multihead.example import softmax
from multihead.widgets import HeadExplorer


def random_pattern(
    *shape: int, causal: bool = False, sharp: float = 2.0, sink: bool = False
) -> np.ndarray:
    scores = sharp * np.random.default_rng(0).normal(size=(*shape, shape[-1] + sink))
    if causal:
        allowed = np.tri(shape[-1], shape[-1] + sink, dtype=bool)
        allowed[:, shape[-1] :] = True
        scores = np.where(allowed, scores, -np.inf)
    return softmax(scores)


def traits(widget: HeadExplorer) -> dict[str, Any]:
    """What the page gets, the binary traits as base64."""
    state = widget.get_state(["_sizes", "_unit", "_causal", "_d_head"])
    for name in ("_pattern", "_sink", "_queries", "_keys", "_mask"):
        state[name] = base64.b64encode(getattr(widget, name)).decode()
    return state


def packed(tokens: int, causal: bool, sink: bool) -> dict[str, Any]:
    """A pattern with all six axes, as it is sent and as it must come back."""
    pattern = random_pattern(3, 2, 2, 5, tokens, causal=causal, sink=sink)
    widget = HeadExplorer(pattern, range(tokens), axes="seed step layer head query key")
    few = pattern.astype(np.float32) if tokens < 10 else np.rint(pattern * 200) / 200
    return {"traits": traits(widget), "shares": few.reshape(60, -1).tolist()}


def scores() -> dict[str, Any]:
    """Queries and keys of 2 seeds, 3 steps, 2 heads, and the way to some of the shares."""
    queries, keys = np.random.default_rng(1).normal(size=(2, 2, 3, 2, 7, 5)).astype(np.float32)
    products = queries[..., :, None, :].astype(float) * keys[..., None, :, :]
    dots = products.sum(axis=-1)
    pattern = softmax(np.where(np.tri(7, dtype=bool), dots / np.sqrt(5), -np.inf))
    axes = "seed step head query key"
    widget = HeadExplorer(pattern, range(7), axes=axes, queries=queries, keys=keys)
    cells = [(0, 0, 0, 6, 0), (1, 2, 1, 3, 3), (0, 1, 1, 4, 2), (1, 0, 0, 0, 0), (0, 2, 1, 1, 5)]
    ways = [
        {
            **dict(zip(("seed", "step", "head", "query", "key"), cell, strict=True)),
            "products": products[cell].tolist(),
            "dot": dots[cell],
            "score": dots[cell] / 5**0.5,
            "share": pattern[cell],
        }
        for cell in cells
    ]
    return {"traits": traits(widget), "mask": np.tri(7).tolist(), "ways": ways}


def lines(values: np.ndarray) -> list[list[int]]:
    """The cells of a 5 by 5 picture worth a line, strength by strength."""
    strength = np.ceil(8 * np.sqrt(np.maximum(values, 0))) * (values >= 0.02)
    return [np.argwhere(strength.reshape(5, 5) == s).ravel().tolist() for s in range(1, 9)]


def differences() -> list[dict[str, Any]]:
    """Signed numbers, some of them at the edges of what is drawn."""
    rng = np.random.default_rng(2)
    drawn = [*rng.uniform(-1, 1, (8, 25)), *rng.uniform(-0.05, 0.05, (2, 25))]
    edges = np.resize([0, 1, -1, 0.02, -0.02, 0.0199, -0.0199, 0.25, 1 / 64], 25)
    return [
        {
            "numbers": a.tolist(),
            "minus_reversed": (a - a[::-1]).tolist(),
            "shades": (np.sign(a) * np.sqrt(np.abs(a))).tolist(),
            "largest": np.abs(a).max(),
            "more": lines(a),
            "less": lines(-a),
            "query_3": lines(np.where(np.arange(25) // 5 == 3, a, 0)),
        }
        for a in (*drawn, edges)
    ]


def luminances() -> list[list[float]]:
    """Colours as [red, green, blue, luminance], by WCAG 2's formula."""
    steps = np.arange(0, 256, 15)
    colours = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    c = colours / 255
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return np.column_stack([colours, linear @ [0.2126, 0.7152, 0.0722]]).tolist()


def reference() -> dict[str, Any]:
    return {
        "patterns": [
            packed(tokens, causal, sink)
            for tokens in (7, 29)
            for causal in (False, True)
            for sink in (False, True)
        ],
        "scores": scores(),
        "differences": differences(),
        "luminances": luminances(),
    }
