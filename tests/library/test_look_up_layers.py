"""The layers that were given the two look-ups: what each is, on a ring of seven tokens."""

import pytest
import torch
from multihead import look_up_layers as layers
from multihead.attention import PositionOnlyAttention
from multihead.tasks import LookUps

TASK = LookUps((1, 2), n_pos=7, n_content=3)
X, _ = TASK.sample(5, torch.Generator().manual_seed(1))
STARTS = layers.look_up_layers(TASK)


def drawn(name: str):
    return STARTS[name](torch.Generator().manual_seed(0))


def plain(n_heads: int, d_head: int, weights) -> PositionOnlyAttention:
    """Return a plain layer with the given weights, those of one head spread over all."""
    layer = PositionOnlyAttention(
        TASK.d_model, n_heads, d_head, d_out=TASK.d_out, n_place=TASK.n_pos
    )
    with torch.no_grad():
        for letter, W in weights.items():
            getattr(layer, f"W_{letter}").copy_(W)
    return layer


def same(one, other):
    torch.testing.assert_close(one(X), other(X), rtol=0, atol=1e-5)


@pytest.mark.parametrize("name", STARTS)
def test_each_layer_maps_tokens_to_targets_and_follows_its_generator(name):
    assert drawn(name)(X).shape == (5, 7, TASK.d_out)
    assert torch.equal(drawn(name)(X), drawn(name)(X))
    other = STARTS[name](torch.Generator().manual_seed(3))
    assert not torch.equal(drawn(name)(X), other(X))


def test_copies_compute_the_same_and_a_change_is_as_small_as_it_says():
    first, second = drawn("two identical heads").parts
    assert torch.equal(first(X), second(X))
    first, second = drawn("same function, other weights").parts
    assert torch.equal(first(X), second(X))
    assert torch.equal(first.W_V, -second.W_V)
    assert torch.equal(first.W_Q, second.W_Q)
    first, second = drawn("identical but for 1e-8").parts
    change = (first.W_Q - second.W_Q).abs()
    assert 0 < change.max() < 10 * layers.SMALL


@pytest.mark.parametrize(
    ("name", "letters"),
    [("W_Q and W_K shared", "QK"), ("W_V and W_O shared", "VO"), ("W_Q and W_V shared", "QV")],
)
def test_shared_matrices_are_those_of_the_first_head(name, letters):
    layer = drawn(name)
    weights = {}
    for letter in "QKVO":
        W = getattr(layer, f"W_{letter}")
        weights[letter] = W[:1] if letter in letters else W
    same(layer, plain(2, layers.D_HEAD, weights))


def test_without_w_o_the_outputs_of_heads_are_added():
    layer = drawn("two heads, no W_O")
    pattern = layer.heads(X).pattern
    values = X[:, None] @ layer.W_V  # (batch, head, pos, d_out)
    same(layer, lambda x: (pattern @ values).sum(dim=1))


def test_open_gates_leave_a_plain_head_and_a_closed_one_nothing():
    layer = drawn("one head, two gates")
    weights = {letter: getattr(layer, f"W_{letter}") for letter in "QKVO"}
    with torch.no_grad():
        layer.W_F.zero_(), layer.W_G.zero_()  # each gate is one half
        same(lambda x: 4 * layer(x), plain(1, 2 * layers.D_HEAD, weights))
        layer.W_G[:, -TASK.n_pos :] = -1e4  # of positions, one of which is 1
        assert torch.equal(layer(X), torch.zeros(5, 7, TASK.d_out))
        layer.W_G.zero_()
        layer.W_F[:, -TASK.n_pos :] = -1e4
        assert torch.equal(layer(X), torch.zeros(5, 7, TASK.d_out))


def test_two_layers_add_to_what_they_read():
    model = drawn("two layers of one head")
    x = X @ model.E
    x = x + model.layers[0](x)
    x = x + model.layers[1](x)
    assert torch.equal(model(X), x @ model.U)
