"""Who must own a matrix, with more than two heads. Part of bench/where_it_ends.py.

By hand: chapter 13 shares matrices of two heads, or in groups.
"""

from functools import partial

import torch
from multihead.attention import PositionOnlyAttention, attention
from multihead.tasks import LookUps
from torch import Generator, Tensor

from bench.ends import End, scored

SAID = (
    "So the rule for these heads is: no two heads may share both W_Q and W_K, nor both W_V and W_O."
)
LINK = "ch11-private"
TASK = LookUps((1, 2, 3, 5))
TWO_OF_EACH = torch.tensor([[0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1]])
ONE_PAIR_SHARED = torch.tensor([[0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1]])


class Sharing(PositionOnlyAttention):
    """Four heads that use the matrices with these numbers; scores see the positions only."""

    def __init__(self, owner: Tensor, g: Generator):
        wide = {"d_out": TASK.d_out, "n_place": TASK.n_pos}
        super().__init__(TASK.d_model, 4, TASK.d_out, **wide, generator=g)
        self.register_buffer("owner", owner)

    def forward(self, x: Tensor) -> Tensor:
        for_q, for_k, for_v, for_o = self.owner
        x = x[:, None]
        place = x[..., -TASK.n_pos :]
        z, _ = attention(place @ self.W_Q[for_q], place @ self.W_K[for_k], x @ self.W_V[for_v])
        return (z @ self.W_O[for_o]).sum(dim=1)


ENDS = [
    End(SAID, LINK, name, "R² on four look-ups", partial(scored, TASK, partial(Sharing, owner)))
    for name, owner in {
        "4 heads, 2 matrices of each kind; no two heads share Q and K, or V and O": TWO_OF_EACH,
        "the same, but heads 0 and 1 share both Q and K": ONE_PAIR_SHARED,
    }.items()
]
