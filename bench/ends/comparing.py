"""How many of the 15 bugs one comparison with PyTorch finds. Part of bench/where_it_ends.py.

By hand: nothing is trained here, and the sizes of these layers are in no setting.
"""

import ast
from collections.abc import Callable
from functools import cache, partial
from itertools import takewhile
from typing import Any

import nbformat
import torch
from multihead.claims import replications
from multihead.train import fresh_generator
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from bench.ends import SEEDS, End

SAID = (
    "Comparing our layer with PyTorch's under a causal mask finds all 15 bugs. Without a mask it "
    "misses the two bugs in the code of the mask, and on a single token it finds only six."
)
LINK = "bugs-found"
CHAPTER = replications.BOOK / "06-bugs-that-train-anyway.ipynb"


def of_chapter() -> str:
    """Return the part of the chapter that writes the layer and its bugs, and trains nothing."""
    cells = nbformat.read(CHAPTER, as_version=4).cells
    body = ast.parse("\n".join(c.source for c in cells if c.cell_type == "code")).body
    layer = takewhile(lambda part: not isinstance(part, ast.ClassDef), body)
    kept = [p for p in layer if not isinstance(p, ast.Expr) and "quick" not in ast.unparse(p)]
    return ast.unparse(ast.Module(kept, []))


OF_CHAPTER = of_chapter()


@cache
def chapter() -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(compile(OF_CHAPTER, CHAPTER.name, "exec"), space)
    return space


def by_pytorch(x: Tensor, W: list[Tensor], mask: Tensor) -> Tensor:
    parts = [A.chunk(2, dim=1) for A in W[:3]] + [W[3].chunk(2, dim=0)]
    heads = zip(*parts, strict=True)
    attend = partial(scaled_dot_product_attention, attn_mask=mask)
    return sum(attend(x @ Q, x @ K, x @ V) @ out for Q, K, V, out in heads)


def found(
    d_head: int = 3,
    size: float = 1.0,
    kind: torch.dtype = torch.float64,
    near: float = 1e-10,
    tokens: int = 5,
) -> Tensor:
    """Count for each of 20 draws the bugs whose output is not near that of PyTorch."""
    counts = []
    for i in SEEDS:
        draw = partial(torch.randn, dtype=torch.float64, generator=fresh_generator(i))
        x = draw(3, tokens, 7).to(kind)
        shapes = [(7, 2 * d_head)] * 3 + [(2 * d_head, 4)]
        W = [(size * draw(*shape)).to(kind) for shape in shapes]
        mask = torch.ones(tokens, tokens, dtype=torch.bool).tril()
        wanted = by_pytorch(x, W, mask)
        if differs({}, x, W, mask, wanted, near):
            raise ValueError(f"near={near} is too strict: the correct layer differs too")
        bugs = chapter()["bugs"].values()
        counts.append(sum(differs(steps, x, W, mask, wanted, near) for steps in bugs))
    return torch.tensor(counts, dtype=torch.float)


def differs(
    steps: dict[str, Callable], x: Tensor, W: list, mask: Tensor, wanted: Tensor, near: float
) -> bool:
    try:
        made = chapter()["multi_head"](x, *W, mask, **steps)
    except RuntimeError:
        return True
    return made.shape != wanted.shape or not torch.allclose(made, wanted, rtol=0, atol=near)


SETTINGS = {
    "float64, weights of size 1, 3 wide, as in the chapter": {},
    "the same, one token": {"tokens": 1},
    "heads as wide as a token": {"d_head": 7},
    "heads one number wide": {"d_head": 1},
    "float32, weights of size 0.02, to 0.00001": {
        "size": 0.02,
        "kind": torch.float32,
        "near": 1e-5,
    },
    "bfloat16, the same size, to 0.00005": {"size": 0.02, "kind": torch.bfloat16, "near": 5e-5},
    "bfloat16, weights of size 1, to 1": {"kind": torch.bfloat16, "near": 1.0},
}
ENDS = [
    End(SAID, LINK, name, "bugs found of 15", partial(found, **setting))
    for name, setting in SETTINGS.items()
]
