"""The model computes its equation, sees nothing of what follows, and takes any of its lengths."""

import math

import pytest
import torch
from multihead.attention import MultiHeadAttention
from multihead.heads import ablation
from multihead.real_text import DistanceAttention, TextModel
from torch.nn.functional import cross_entropy

PLAIN = {"n_symbols": 11, "n_pos": 7, "d_model": 6, "n_heads": 2, "n_layers": 2}


@pytest.fixture
def draw() -> torch.Generator:
    return torch.Generator().manual_seed(3)


@pytest.fixture
def model(draw) -> TextModel:
    plain_model = TextModel(**PLAIN, generator=draw)
    for layer in plain_model.layers:
        torch.nn.init.normal_(layer.bias, generator=draw)
    return plain_model


@pytest.fixture
def tokens(draw) -> torch.Tensor:
    return torch.randint(11, (3, 5), generator=draw)


def test_a_layer_is_its_equation_written_with_loops(draw):
    layer = DistanceAttention(6, 2, 7, generator=draw)
    torch.nn.init.normal_(layer.bias, generator=draw)
    x = torch.randn(5, 6, generator=draw)
    expected = torch.zeros(5, 6)
    for head in range(2):
        q, k, v = x @ layer.W_Q[head], x @ layer.W_K[head], x @ layer.W_V[head]
        for t in range(5):
            scores = [q[t] @ k[s] / math.sqrt(3) + layer.bias[head, t - s] for s in range(t + 1)]
            weights = torch.stack(scores).softmax(0)
            expected[t] += weights @ v[: t + 1] @ layer.W_O[head]
    torch.testing.assert_close(layer(x), expected)


def test_with_no_bias_it_is_the_layer_of_the_course(draw):
    layer = DistanceAttention(6, 2, 7, generator=draw)
    plain = MultiHeadAttention(6, 2)
    plain.load_state_dict({k: v for k, v in layer.state_dict().items() if k != "bias"})
    x = torch.randn(3, 5, 6, generator=draw)
    causal = torch.ones(5, 5).tril().bool()
    torch.testing.assert_close(layer(x), plain(x, causal))


def test_logits_are_the_readout_of_what_all_heads_add(model, tokens):
    x = model.E[tokens]
    for layer, layer_heads in zip(model.layers, model.heads(tokens), strict=True):
        assert layer_heads.pattern.shape == (3, 2, 5, 5)
        x = x + layer.write(layer_heads.z).sum(dim=1)
    torch.testing.assert_close(model(tokens), x @ model.W_U)


def test_a_start_of_a_window_reads_as_in_the_whole_window(model, tokens):
    torch.testing.assert_close(model(tokens)[:, :2], model(tokens[:, :2]))


def test_a_gate_removes_a_head_as_writing_zeros_does(model, tokens):
    gate = torch.ones(2, 2)
    gate[1, 0] = 0
    without = model(tokens, gate=gate)
    with torch.no_grad():
        model.layers[1].W_O[0] = 0
    torch.testing.assert_close(without, model(tokens))


def test_the_measures_of_the_course_read_it(model, tokens):
    def loss(logits, expected):
        return cross_entropy(logits.flatten(0, 1), expected.flatten())

    costs = ablation(loss, model, tokens, tokens.roll(-1, 1))
    assert costs.shape == model.gate_shape == (2, 2)
    assert costs.abs().min() > 1e-4


def test_a_mask_takes_a_key_away(model, tokens):
    mask = torch.ones(5, 5).bool()
    mask[2:, 0] = False
    for layer_heads in model.heads(tokens, mask):
        assert layer_heads.pattern[..., 2:, 0].abs().max() == 0
        assert layer_heads.pattern[..., 1, 0].min() > 0
        torch.testing.assert_close(layer_heads.pattern.sum(-1), torch.ones(3, 2, 5))


@pytest.mark.parametrize(
    ("tokens", "error", "why"),
    [
        (torch.zeros(3, 8).long(), ValueError, "8 tokens.* 7 "),
        (torch.zeros(3, 0).long(), ValueError, r"tokens .*\(3, 0\)"),
        (torch.full((3, 5), -1), IndexError, " 0 to 10"),
    ],
)
def test_wrong_tokens_are_refused(model, tokens, error, why):
    with pytest.raises(error, match=why):
        model(tokens)
