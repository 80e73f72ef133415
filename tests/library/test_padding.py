"""Zeros beside narrow heads: training is the same with them, and nobody sees them."""

import pytest
import torch
from multihead.attention import MultiHeadAttention, PositionOnlyAttention, SlicedAttention, normal
from multihead.model import TokenModel
from multihead.tasks import DiscreteLookUps, LookUps
from multihead.train import padding, train

TASK = LookUps((1, 2), n_pos=5, n_content=3)  # tokens 8 wide, outputs 6 wide
TOKENS = DiscreteLookUps((1, 3), n_pos=5, n_symbols=7)


class OwnHeads(MultiHeadAttention):
    """Counts the numbers of its heads."""

    def heads(self, x, mask=None):
        outputs = super().heads(x, mask)
        return outputs._replace(z=outputs.z - outputs.z.mean(-1, keepdim=True))


class WithSkip(MultiHeadAttention):
    def forward(self, x, mask=None):
        return super().forward(x, mask) + x[..., :6]


class FewDirections(MultiHeadAttention):
    """Its forward has nothing to do with the usual heads."""

    def __init__(self, *sizes, generator, **options):
        super().__init__(*sizes, generator=generator, **options)
        self.W_Q = normal(8, 8, 2, generator=generator)

    def forward(self, x, mask=None):
        return x[..., :6] * self.W_Q.sum()


def layer(kind, **sizes):
    return lambda generator: kind(8, 2, d_out=6, generator=generator, **sizes)


def two_layers(generator):
    return TokenModel(7, 5, 14, d_model=6, n_layers=2, d_mlp=11, generator=generator)


MODELS = {
    "plain": (layer(MultiHeadAttention, d_head=3), TASK, ["W_Q"]),
    "sliced": (layer(SlicedAttention), TASK, ["W_Q"]),
    "position only": (layer(PositionOnlyAttention, d_head=3, n_place=5), TASK, ["W_Q"]),
    "with a skip": (layer(WithSkip, d_head=3), TASK, ["W_Q"]),
    "heads of its own": (layer(OwnHeads, d_head=3), TASK, []),
    "another forward": (layer(FewDirections, d_head=3), TASK, []),
    "two layers": (two_layers, TOKENS, ["layers.0.W_Q", "layers.1.W_Q"]),
}


def test_only_products_of_a_middling_size_are_padded():
    sizes = (8, 4), (8, 5), (8, 6), (16, 8), (5, 3), (10, 3), (1, 299), (1, 300), (1, 399), (1, 400)
    assert [padding.spare_width(*size) for size in sizes] == [0, 2, 1, 0, 0, 1, 0, 100, 1, 0]


@pytest.fixture
def zeros_beside_small_heads(monkeypatch):
    monkeypatch.setattr(padding, "AS_FAST", 75)


@pytest.mark.usefixtures("zeros_beside_small_heads")
@pytest.mark.parametrize("name", MODELS)
def test_training_with_zeros_is_training_without(name, monkeypatch):
    model, task, padded = MODELS[name]
    added = []
    add = padding.Padding.add
    monkeypatch.setattr(
        padding.Padding, "add", lambda self, params: added.append(self.widths) or add(self, params)
    )
    options = {"seeds": [17, 3, 101], "steps": 9, "batch": 3, "checkpoints": [0, 4]}
    with_zeros = train(model, task, **options)
    (widths,) = added
    assert [key for key in widths if key.endswith("W_Q")] == padded
    monkeypatch.setattr(padding, "spare_width", lambda n_pos, d_head: 0)
    without = train(model, task, **options)
    assert added[1] == {}
    torch.testing.assert_close(with_zeros.losses, without.losses, rtol=1e-4, atol=1e-6)
    for params, narrow in (
        (with_zeros.params, without.params),
        *((with_zeros.checkpoints[s], without.checkpoints[s]) for s in (0, 4)),
    ):
        for key, p in narrow.items():
            torch.testing.assert_close(params[key], p, rtol=1e-3, atol=1e-4)
            assert params[key].is_contiguous()


def test_zeros_stay_zeros():
    zeros = padding.Padding({"W_Q": (3, 2), "W_O": (3, 2)})
    narrow = {"W_Q": torch.rand(5, 2, 8, 3), "W_O": torch.rand(5, 2, 3, 6), "b": torch.rand(5, 1)}
    wide = zeros.add(narrow)
    assert [tuple(wide[key].shape) for key in narrow] == [(5, 2, 8, 5), (5, 2, 5, 6), (5, 1)]
    again = zeros.remove(wide)
    assert all(torch.equal(again[key], p) for key, p in narrow.items())


@pytest.mark.usefixtures("zeros_beside_small_heads")
def test_a_loss_of_ones_own_sees_heads_of_their_width():
    def loss(model, x, y):
        z = model.heads(x).z
        assert z.shape[-1] == model.W_Q.shape[-1] == 3
        return TASK.loss(model(x), y) + z.square().mean()

    train(MODELS["plain"][0], TASK, seeds=[4, 7], steps=2, batch=3, loss=loss)
