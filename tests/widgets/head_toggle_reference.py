"""Errors and answers of layers with some heads off, by PyTorch and NumPy."""

import base64
from itertools import combinations
from typing import Any

import numpy as np
import torch
from multihead.attention import MultiHeadAttention
from multihead.widgets import HeadToggle

SUBSETS = [list(on) for n in range(4) for on in combinations(range(3), n)]
BINARY = ("_triangles", "_writes", "_target", "_pattern")
OTHERS = (
    "_sizes",
    "_seeds",
    "_steps",
    "_positions",
    "_outputs",
    "_order",
    "_unit",
    "_steps_to_one",
)
COUNTS = {"a": 2, "b": 5}


def reference() -> dict[str, Any]:
    rng = np.random.default_rng(0)
    far, near, other = (rng.normal(size=(1, 1, 11, 1, 5, 7)) for _ in range(3))
    target = rng.normal(size=(11, 5, 7))
    return {
        "layers": layers(),
        "cancelling": [
            without_some(np.concatenate([1e4 * far, near - 1e4 * far, other], axis=3), target),
            without_some(1e3 * np.concatenate([far, -far * (1 + 1e-5), far], axis=3), 0 * target),
        ],
    }


def traits(widget: HeadToggle) -> dict[str, Any]:
    """What the widget sends; binary traits as base64 text."""
    binary = {name: base64.b64encode(getattr(widget, name)).decode() for name in BINARY}
    return {"state": widget.get_state(OTHERS), "binary": binary}


def layers() -> dict[str, Any]:
    """Real layers, one of which nearly solves its task: its loss of about 1e-8 keeps its digits."""
    models = [
        [
            MultiHeadAttention(
                6, 3, d_out=7, generator=torch.Generator().manual_seed(5 * s + t)
            ).double()
            for t in range(2)
        ]
        for s in range(3)
    ]
    g = torch.Generator().manual_seed(1)
    x = torch.randn(13, 5, 6, generator=g).double()
    with torch.no_grad():
        target = models[2][1](x) + 1e-4 * torch.randn(13, 5, 7, generator=g)
        writes = torch.stack([torch.stack([m.write(m.heads(x).z) for m in row]) for row in models])
        looks = [torch.stack([m.heads(x).pattern.mean(0) for m in row]) for row in models]
        widget = HeadToggle(writes, target, torch.stack(looks), outputs=COUNTS)
        cases = [
            {"seed": seed, "step": step, "on": on, **gated(models[seed][step], x, target, on)}
            for seed in range(3)
            for step in range(2)
            for on in SUBSETS
        ]
    return {"widget": traits(widget), "cases": cases}


def gated(model: MultiHeadAttention, x: torch.Tensor, target: torch.Tensor, on: list[int]) -> dict:
    """The errors of a layer whose other heads are gated to 0, and its answer to one example."""
    gate = torch.tensor([float(head in on) for head in range(3)]).double()
    answer = model(x, gate=gate)
    gap = (answer - target).square()
    errors = {
        "all": gap.mean().item(),
        "positions": gap.mean((0, 2)).tolist(),
        "outputs": [gap[..., :2].mean().item(), gap[..., 2:].mean().item()],
    }
    return {"errors": errors, "answer": answer[0].flatten().tolist()}


def without_some(writes: np.ndarray, target: np.ndarray) -> dict[str, Any]:
    """The roots of the errors at each position, and how far off the page's may be."""
    widget = HeadToggle(writes, target, np.full((1, 1, 3, 5, 5), 0.2))
    heads = writes[0, 0]  # (example, head, pos, d_out)
    terms = np.concatenate([heads.sum(axis=1, keepdims=True) - target[:, None], heads], axis=1)
    sizes = np.sqrt(np.square(terms).mean(axis=(0, 3)))  # (term, pos), term 0 the residual
    cases = []
    for on in SUBSETS:
        roots = np.sqrt(np.square(heads[:, on].sum(axis=1) - target).mean(axis=(0, 2)))
        counted = [0, *(1 + head for head in range(3) if head not in on)]
        allowed = 1.001 * 2**-24 * sizes[counted].sum(axis=0)
        cases.append({"on": on, "roots": roots.tolist(), "allowed": allowed.tolist()})
    return {"widget": traits(widget), "cases": cases}
