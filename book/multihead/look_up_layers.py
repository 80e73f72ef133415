"""The layers to which this course gave the two look-ups, to be trained in one setting.

The chapters train them in settings of their own. Here all have the same task and, where their kind
allows it, heads of width 8 whose scores depend on positions only.
"""

from collections.abc import Callable
from functools import partial

import torch
from jaxtyping import Float
from torch import Generator, Tensor, nn

from multihead.attention import (
    HeadOutputs,
    Mask,
    MultiHeadAttention,
    PositionOnlyAttention,
    SlicedAttention,
    by_head,
    normal,
)
from multihead.tasks import LookUps

Tokens = Float[Tensor, "*batch pos d_model"]
Outputs = Float[Tensor, "*batch pos d_out"]
Start = Callable[[Generator], nn.Module]

D_HEAD = 8
SMALL = 1e-8


def look_up_layers(task: LookUps) -> dict[str, Start]:
    """Return, by its name, how each layer is drawn, in the order of the chapters.

    Parameters
    ----------
    task
        Whose ``d_model``, ``d_out`` and ``n_pos`` the layers have.

    Returns
    -------
    dict
        Functions that take a generator and return a layer, which maps (batch, pos, d_model) to
        (batch, pos, d_out).
    """
    heads = partial(position_only, task)
    return {
        "one head": partial(heads, 1),
        "two heads": partial(heads, 2),
        "two sliced heads": partial(sliced, task),
        "twelve heads of width 1": partial(heads, 12, d_head=1),
        "two identical heads": partial(two_copies, task),
        "identical but for 1e-8": partial(two_copies, task, change=SMALL),
        "same function, other weights": partial(two_copies, task, negated=True),
        "two heads, no W_O": partial(heads, 2, kind=NoOutputMatrix),
        "eight heads": partial(heads, 8),
        "W_Q and W_K shared": partial(heads, 2, kind=SharedScores),
        "W_V and W_O shared": partial(heads, 2, kind=SharedWriting),
        "W_Q and W_V shared": partial(heads, 2, kind=SharedInputs),
        "two layers of one head": partial(TwoLayers, task),
        "one head, two gates": partial(heads, 1, d_head=2 * D_HEAD, kind=TwoGates),
    }


def position_only(
    task: LookUps,
    n_heads: int,
    generator: Generator,
    *,
    d_head: int = D_HEAD,
    kind: type[PositionOnlyAttention] = PositionOnlyAttention,
) -> PositionOnlyAttention:
    sizes = task.d_model, n_heads, d_head
    return kind(*sizes, d_out=task.d_out, n_place=task.n_pos, generator=generator)


def sliced(task: LookUps, generator: Generator) -> SlicedAttention:
    return SlicedAttention(task.d_model, 2, d_out=task.d_out, generator=generator)


def two_copies(
    task: LookUps, generator: Generator, *, change: float = 0.0, negated: bool = False
) -> "Sum":
    """Return two heads with equal weights, each computed by itself, so that both round alike.

    Then ``negated`` changes the sign of W_V and W_O of the second, which leaves its function as
    it is, and ``change`` times N(0, 1) is added to all its weights.
    """
    first, second = (position_only(task, 1, generator) for _ in range(2))
    second.load_state_dict(first.state_dict())
    with torch.no_grad():
        for W in (second.W_V, second.W_O) if negated else ():
            W.neg_()
        for W in second.parameters():
            W += change * torch.randn(W.shape, generator=generator)
    return Sum(first, second)


class Sum(nn.Module):
    """The sum of what several layers put out."""

    def __init__(self, *parts: nn.Module):
        super().__init__()
        self.parts = nn.ModuleList(parts)

    def forward(self, x: Tokens) -> Outputs:
        return torch.stack([part(x) for part in self.parts]).sum(dim=0)


class NoOutputMatrix(PositionOnlyAttention):
    """The heads' outputs are added as they are, so heads are as wide as the output."""

    def __init__(self, *sizes: int, generator: Generator, **options):
        super().__init__(*sizes, generator=generator, **options)
        self.d_head = self.d_out  # in each setting, also where heads are wider
        for name, width in ("W_Q", self.n_place), ("W_K", self.n_place), ("W_V", self.d_model):
            W = normal(width, self.n_heads, width, self.d_head, generator=generator)
            setattr(self, name, W)
        del self.W_O

    def forward(self, x: Tokens, mask: Mask | None = None) -> Outputs:
        return self.heads(x, mask).z.sum(dim=-3)


class SharedMatrices(PositionOnlyAttention):
    """All heads use head 0's matrix for each letter of Q, K, V, O in ``shared``."""

    shared = ""

    def matrix(self, letter: str) -> Float[Tensor, "head width d_head"]:
        W = getattr(self, f"W_{letter}")
        return W[:1].expand_as(W) if letter in self.shared else W

    def project(self, x: Tokens):
        place = x[..., -self.n_place :]
        q = by_head(place, self.matrix("Q") / self.d_head**0.5)
        return q, by_head(place, self.matrix("K")), by_head(x, self.matrix("V"))

    def forward(self, x: Tokens, mask: Mask | None = None) -> Outputs:
        return (self.heads(x, mask).z @ self.matrix("O")).sum(dim=-3)


class SharedScores(SharedMatrices):
    shared = "QK"


class SharedWriting(SharedMatrices):
    shared = "VO"


class SharedInputs(SharedMatrices):
    shared = "QV"


class TwoGates(PositionOnlyAttention):
    r"""Each head has elementwise gates on its values and on its output.

    .. math:: Z_i = \sigma(xW_G^i) \odot A_i \left(xW_V^i \odot \sigma(xW_F^i)\right)
    """

    def __init__(self, *sizes: int, generator: Generator, **options):
        super().__init__(*sizes, generator=generator, **options)
        shape = self.n_heads, self.d_model, self.d_head
        self.W_F = normal(self.d_model, *shape, generator=generator)
        self.W_G = normal(self.d_model, *shape, generator=generator)

    def project(self, x: Tokens):
        q, k, v = super().project(x)
        return q, k, v * by_head(x, self.W_F).sigmoid()

    def heads(self, x: Tokens, mask: Mask | None = None) -> HeadOutputs:
        z, pattern = super().heads(x, mask)
        return HeadOutputs(z * by_head(x, self.W_G).sigmoid(), pattern)


class TwoLayers(nn.Module):
    """An embedding of width 16, two layers of one head with residual connections, a readout."""

    def __init__(self, task: LookUps, generator: Generator):
        super().__init__()
        width = 2 * D_HEAD
        self.E = normal(task.d_model, task.d_model, width, generator=generator)
        self.layers = nn.ModuleList(
            MultiHeadAttention(width, 1, D_HEAD, generator=generator) for _ in range(2)
        )
        self.U = normal(width, width, task.d_out, generator=generator)

    def forward(self, x: Tokens) -> Outputs:
        x = x @ self.E
        for layer in self.layers:
            x = x + layer(x)
        return x @ self.U
