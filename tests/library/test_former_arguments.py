"""Notebooks of version 1.0 make and call the layer as they did, and are told how it is done now."""

import pytest
import torch
from multihead.attention import (
    MultiHeadAttention,
    PositionOnlyAttention,
    SlicedAttention,
    gated,
)


def rng():
    return torch.Generator().manual_seed(5)


X = torch.randn(3, 5, 6, generator=rng())
OLD = {
    "SlicedAttention": ({"form": "sliced"}, SlicedAttention, {}),
    "d_head=d_model": ({"form": "wide"}, MultiHeadAttention, {"d_head": 6}),
    "n_place=4": ({"position_only": 4}, PositionOnlyAttention, {"n_place": 4}),
}


@pytest.mark.parametrize("name", OLD)
def test_a_layer_of_a_form_is_the_layer_of_that_name(name):
    old, kind, new = OLD[name]
    with pytest.warns(DeprecationWarning, match=name):
        layer = MultiHeadAttention(6, 2, d_out=7, generator=rng(), **old)
    assert type(layer) is kind
    assert torch.equal(layer(X), kind(6, 2, d_out=7, generator=rng(), **new)(X))


class Sharing(MultiHeadAttention):
    def __init__(self):
        super().__init__(6, 2, d_out=7, position_only=4, generator=rng())

    def forward(self, x, mask=None, gate=None):
        return 2 * super().forward(x, mask, gate)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_class_made_from_the_layer_stays_what_it_is():
    layer = Sharing()
    usual = PositionOnlyAttention(6, 2, n_place=4, d_out=7, generator=rng())
    assert isinstance(layer, Sharing)
    assert torch.equal(layer(X), 2 * usual(X))
    gate = torch.tensor([0.5, 2.0])
    torch.testing.assert_close(layer(X, gate=gate), 2 * gated(usual, gate, X))


def test_a_gate_may_be_an_argument():
    layer, gate = MultiHeadAttention(6, 2, generator=rng()), torch.tensor([0.5, 2.0])
    with pytest.warns(DeprecationWarning, match="gated"):
        assert torch.equal(layer(X, gate=gate), gated(layer, gate, X))


def test_a_layer_made_and_called_as_now_says_nothing(recwarn):
    MultiHeadAttention(6, 2, generator=rng())(X)
    assert [w for w in recwarn if w.category is DeprecationWarning] == []
