"""Two heads as modules of their own, computed one after the other, and starts that make them alike.

Chapter 05 writes all of this out; a test holds that both are equal to the last bit.
"""

import functools
from typing import cast

import torch
from jaxtyping import Float
from torch import Generator, Tensor, nn

from multihead import setting
from multihead.attention import normal
from multihead.heads.pairs import Pair, collect
from multihead.tasks import LookUps
from multihead.train import Run, distance

LETTERS = "QKVO"


class SeparateHead(nn.Module):
    r"""One head with its matrices and its own block of W_O.

    .. math::
        A = \operatorname{softmax}\left(x W_Q (x W_K)^\top / \sqrt{d_\text{head}}\right), \quad
        Y = A\, x W_V\, W_O

    Parameters
    ----------
    generator
        Draws W_Q, W_K, W_V and then W_O: N(0, 1/d_model), and N(0, 1/(2 d_head)) as in a layer of
        two heads.
    """

    def __init__(self, d_model: int, d_head: int, d_out: int, *, generator: Generator | None):
        super().__init__()
        d_head = setting.current().wide(d_head)
        self.W_Q = normal(d_model, d_model, d_head, generator=generator)
        self.W_K = normal(d_model, d_model, d_head, generator=generator)
        self.W_V = normal(d_model, d_model, d_head, generator=generator)
        self.W_O = normal(2 * d_head, d_head, d_out, generator=generator)

    def pattern(self, x: Float[Tensor, "batch pos d_model"]) -> Float[Tensor, "batch query key"]:
        Q, K = x @ self.W_Q, x @ self.W_K  # (batch, pos, d_head)
        scores = Q @ K.mT / Q.shape[-1] ** 0.5
        return scores.softmax(dim=-1)

    def forward(
        self,
        x: Float[Tensor, "batch pos d_model"],
        keep: Float[Tensor, "batch query key"] | float = 1.0,
    ) -> Float[Tensor, "batch pos d_out"]:
        """Return what the head writes; ``keep`` multiplies its pattern, for dropout."""
        return self.pattern(x) * keep @ (x @ self.W_V) @ self.W_O


class SumOfParts(nn.Module):
    """Add up what the parts write, one after the other."""

    def __init__(self, *parts: nn.Module):
        super().__init__()
        self.parts = nn.ModuleList(parts)

    def forward(self, x: Tensor) -> Tensor:
        return functools.reduce(torch.add, (part(x) for part in self.parts))


def head_pair(
    generator: Generator,
    task: LookUps,
    *,
    d_head: int = 6,
    equal: str = "",
    zero: str = "",
    negated: str = "",
    nudge: float = 0.0,
) -> SumOfParts:
    """Draw two heads for a task, then make some of their matrices alike.

    Parameters
    ----------
    equal
        Letters of the matrices that head 1 copies from head 0, such as ``"QKV"``.
    zero
        Letters of those that are 0 in both.
    negated
        Letters of those that change their sign in head 1.
    nudge
        Size of what is added to every weight of head 1: so many times a number from N(0, 1).

    Raises
    ------
    ValueError
        If a letter is none of Q, K, V and O.
    """
    unknown = set(equal + zero + negated) - set(LETTERS)
    if unknown:
        raise ValueError(f"{''.join(sorted(unknown))} names no matrix of a head; use {LETTERS}")
    sizes = task.d_model, d_head, task.d_out
    head_0, head_1 = (SeparateHead(*sizes, generator=generator) for _ in range(2))
    for letter in equal:
        matrix(head_1, letter).copy_(matrix(head_0, letter))
    for letter in zero:
        matrix(head_0, letter).zero_()
        matrix(head_1, letter).zero_()
    for letter in negated:
        matrix(head_1, letter).neg_()
    for W in head_1.parameters():
        W.data += nudge * torch.randn(W.shape, generator=generator)
    return SumOfParts(head_0, head_1)


def matrix(head: SeparateHead, letter: str) -> Tensor:
    """Return the data of a matrix by its letter: that of W_Q for ``"Q"``."""
    return getattr(head, f"W_{letter}").data


def patterns_apart(pair: SumOfParts, x: Float[Tensor, "batch pos d_model"]) -> Float[Tensor, ""]:
    """Return the largest difference between a share of head 0 and the same share of head 1."""
    head_0, head_1 = cast("list[SeparateHead]", [*pair.parts])
    return (head_0.pattern(x) - head_1.pattern(x)).abs().amax()


def measure_pairs(
    run: Run,
    names: list[str] | dict[str, object],
    task: LookUps,
    x: Float[Tensor, "batch pos d_model"],
    y: Float[Tensor, "batch pos d_out"],
) -> dict[str, Pair]:
    """Return what became of the two heads of each start of a run; see :class:`Pair`."""
    apart = run.each(patterns_apart, x)
    return collect(names, distance(run.params), apart, task.score(run.predict(x), y))
