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


def test_position_only_may_be_the_whole_token():
    layer = MultiHeadAttention(6, 2, position_only=6, generator=rng())
    whole = MultiHeadAttention(6, 2, generator=rng())
    x = torch.randn(5, 6, generator=rng(1))
    assert torch.equal(layer(x), whole(x))


def test_a_layer_shows_its_sizes():
    shown = "MultiHeadAttention(d_model=7, n_heads=2, d_head=3, d_out=5, form='paper'"
    assert repr(MultiHeadAttention(7, 2, 3, d_out=5)) == f"{shown})"
    layer = MultiHeadAttention(7, 2, 3, d_out=5, position_only=4)
    assert repr(layer) == f"{shown}, position_only=4)"


def test_gate_turns_heads_down():
    layer = MultiHeadAttention(7, 2, 5, d_out=3, generator=rng())
    x = torch.randn(4, 5, 7, generator=rng(1))
    written = layer.write(layer.heads(x).z)
    gated = layer(x, gate=torch.tensor([0.0, 2.0]))
    torch.testing.assert_close(gated, 2 * written[:, 1])
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


@pytest.mark.parametrize("form", ["paper", "wide", "sliced"])
def test_five_seeds_under_vmap_are_each_seed_alone(form):
    layers = [MultiHeadAttention(6, 2, d_out=7, form=form, generator=rng(i)) for i in range(5)]
    params, _ = torch.func.stack_module_state(layers)
    x = torch.randn(5, 4, 3, 6, generator=rng(9))
    run = torch.vmap(lambda p, x: torch.func.functional_call(layers[0], p, (x,)))
    for i, layer in enumerate(layers):
        torch.testing.assert_close(run(params, x)[i], layer(x[i]))


# Under vmap shapes are checked; values cannot be.

LAYER = MultiHeadAttention(6, 2, d_out=7, generator=rng())
X = torch.randn(3, 2, 5, 6, generator=rng(1))
VMAPPED = {
    r"x .*\(2, 5, 1\).*d_model=6": lambda x: LAYER(x[..., :1]),
    r"x .*\(6,\)": lambda x: LAYER(x[0, 0]),
    r"x .*torch\.float64.*torch\.float32": lambda x: LAYER(x.double()),
    r"mask .*\(1, 5\).*\(5, 5\)": lambda x: LAYER(x, blind(3)[:1]),
    r"\[3\].* all False": lambda x: LAYER(x, blind(3)),
    r"gate .*\(1,\).*\(2,\)": lambda x: LAYER(x, gate=torch.ones(1)),
    r"z .*\(2, 1, 5, 3\).*2 heads .*3": lambda x: LAYER.write(x[:, None, :, :3]),
    "q .*6 .*k .*5 ": lambda x: attention(x, x[..., :5], x),
    "5 keys.* 4 values": lambda x: attention(x, x, x[:, :4]),
}


def blind(row):
    mask = torch.ones(5, 5, dtype=torch.bool)
    mask[row] = False
    return mask


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("message", VMAPPED)
def test_what_does_not_fit_is_refused_under_vmap_too(message):
    with pytest.raises(ValueError, match=message):
        torch.vmap(VMAPPED[message])(X)


def test_one_seed_with_nan_does_not_stop_the_others():
    x = X.clone()
    x[1, 0, 0, 0] = torch.nan
    with pytest.raises(ValueError, match=r"x .*1 NaN"):
        LAYER(x[1])
    together = torch.vmap(LAYER)(x)
    assert together[1, 0].isnan().all()
    torch.testing.assert_close(together[[0, 2]], LAYER(X[[0, 2]]))
    torch.testing.assert_close(torch.vmap(attention)(x, x, x)[0][2], attention(X[2], X[2], X[2])[0])


@pytest.mark.usefixtures("no_shape_checks")
def test_a_mask_for_each_seed_cannot_be_looked_at():
    masks = torch.stack([blind(3), ~blind(3) | torch.eye(5, dtype=torch.bool)])
    both = torch.vmap(lambda mask: LAYER(X[0], mask))(masks)
    assert both[0, :, 3].isnan().all()
    torch.testing.assert_close(both[1], LAYER(X[0], masks[1]))
