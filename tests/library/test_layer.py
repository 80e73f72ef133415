"""The attention layer: its gate, position-only heads, its speed, many seeds of it at once."""

import pytest
import torch
from multihead import attention as module
from multihead.attention import MultiHeadAttention, attention, spare_width


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


def test_spare_width_leaves_the_slow_path_and_changes_nothing(monkeypatch):
    assert [spare_width(8, 6), spare_width(5, 3), spare_width(16, 8), spare_width(3, 2)] == [
        1,
        13,
        0,
        0,
    ]
    assert [spare_width(1, d_head) for d_head in (74, 75, 399, 400)] == [0, 325, 1, 0]
    layer = MultiHeadAttention(12, 2, 6, d_out=5, generator=rng())
    x = torch.randn(3, 8, 12, generator=rng(1))
    padded, answer = layer.heads(x), layer(x)
    monkeypatch.setattr(module, "spare_width", lambda n_pos, d_head: 0)
    torch.testing.assert_close(padded.z, layer.heads(x).z)
    torch.testing.assert_close(answer, layer(x))
    assert padded.z.shape == (3, 2, 8, 6)


def test_position_only_patterns_do_not_see_content():
    layer = MultiHeadAttention(7, 2, 2, d_out=3, position_only=5, generator=rng())
    assert layer.W_Q.shape == (2, 5, 2)
    x = torch.cat([torch.randn(4, 5, 2, generator=rng(1)), torch.eye(5).expand(4, 5, 5)], -1)
    pattern = layer.heads(x).pattern
    torch.testing.assert_close(pattern, pattern[:1].expand_as(pattern))
    free = MultiHeadAttention(7, 2, 2, d_out=3, generator=rng()).heads(x).pattern
    assert (free[0] - free[1]).abs().max() > 0.01
    q, k = (torch.eye(5) @ w for w in (layer.W_Q, layer.W_K))
    torch.testing.assert_close(pattern[0], attention(q, k, k)[1])


def test_a_layer_shows_its_sizes():
    representation = "MultiHeadAttention(d_model=7, n_heads=2, d_head=3, d_out=5, form='paper'"
    assert repr(MultiHeadAttention(7, 2, 3, d_out=5)) == f"{representation})"
    layer = MultiHeadAttention(7, 2, 3, d_out=5, position_only=4)
    assert repr(layer) == f"{representation}, position_only=4)"


def test_gate_turns_heads_down():
    layer = MultiHeadAttention(7, 2, 5, d_out=3, generator=rng())
    x = torch.randn(4, 5, 7, generator=rng(1))
    output = layer.write(layer.heads(x).z)
    gated = layer(x, gate=torch.tensor([0.0, 2.0]))
    torch.testing.assert_close(gated, 2 * output[:, 1])
    torch.testing.assert_close(layer(x, gate=torch.ones(2)), layer(x))


@pytest.mark.parametrize("form", ["paper", "wide", "sliced"])
def test_any_number_of_batch_axes(form):
    layer = MultiHeadAttention(6, 2, d_out=7, form=form, generator=rng())
    x = torch.randn(2, 3, 5, 6, generator=rng(1))
    mask = torch.ones(5, 5, dtype=torch.bool).tril()
    y, (z, pattern) = layer(x, mask), layer.heads(x, mask)
    assert (z.shape[:-1], pattern.shape) == ((2, 3, 2, 5), (2, 3, 2, 5, 5))
    for i in range(2):
        for j in range(3):
            torch.testing.assert_close(y[i, j], layer(x[i, j], mask))
            torch.testing.assert_close(z[i, j], layer.heads(x[i, j], mask).z)
