"""The attention layer: gates, position-only heads, batch axes."""

import pytest
import torch
from multihead.attention import (
    MultiHeadAttention,
    PositionOnlyAttention,
    SlicedAttention,
    attention,
    gated,
)


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


def test_position_only_patterns_do_not_see_content():
    layer = PositionOnlyAttention(7, 2, 2, n_place=5, d_out=3, generator=rng())
    assert layer.W_Q.shape == (2, 5, 2)
    x = torch.cat([torch.randn(4, 5, 2, generator=rng(1)), torch.eye(5).expand(4, 5, 5)], -1)
    pattern = layer.heads(x).pattern
    torch.testing.assert_close(pattern, pattern[:1].expand_as(pattern))
    free = MultiHeadAttention(7, 2, 2, d_out=3, generator=rng()).heads(x).pattern
    assert (free[0] - free[1]).abs().max() > 0.01
    q, k = (torch.eye(5) @ w for w in (layer.W_Q, layer.W_K))
    torch.testing.assert_close(pattern[0], attention(q, k, k)[1])


def test_a_layer_shows_its_sizes():
    assert repr(MultiHeadAttention(7, 2, 3, d_out=5)) == (
        "MultiHeadAttention(d_model=7, n_heads=2, d_head=3, d_out=5)"
    )


class WithSkip(MultiHeadAttention):
    """A layer that does something of its own beside its heads."""

    def forward(self, x, mask=None):
        return super().forward(x, mask) + x[..., :3]


@pytest.mark.parametrize("kind", [MultiHeadAttention, WithSkip])
def test_gates_turn_heads_down_and_nothing_else(kind):
    layer = kind(7, 2, 5, d_out=3, generator=rng())
    x = torch.randn(4, 5, 7, generator=rng(1))
    rest = layer(x) - layer.write(layer.heads(x).z).sum(1)
    turned = gated(layer, torch.tensor([0.0, 2.0]), x)
    torch.testing.assert_close(turned, 2 * layer.write(layer.heads(x).z)[:, 1] + rest)
    assert torch.equal(gated(layer, torch.ones(2), x), layer(x))
    later = torch.ones(5, 5, dtype=torch.bool).tril()
    assert torch.equal(gated(layer, torch.ones(2), x, later), layer(x, later))


@pytest.mark.parametrize(
    ("kind", "sizes"),
    [
        (MultiHeadAttention, {}),
        (MultiHeadAttention, {"d_head": 6}),
        (SlicedAttention, {}),
        (PositionOnlyAttention, {"n_place": 4}),
    ],
)
def test_any_number_of_batch_axes(kind, sizes):
    layer = kind(6, 2, d_out=7, generator=rng(), **sizes)
    x = torch.randn(2, 3, 5, 6, generator=rng(1))
    mask = torch.ones(5, 5, dtype=torch.bool).tril()
    y, (z, pattern) = layer(x, mask), layer.heads(x, mask)
    assert (z.shape[:-1], pattern.shape) == ((2, 3, 2, 5), (2, 3, 2, 5, 5))
    for i in range(2):
        for j in range(3):
            torch.testing.assert_close(y[i, j], layer(x[i, j], mask))
            torch.testing.assert_close(z[i, j], layer.heads(x[i, j], mask).z)
