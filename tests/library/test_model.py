"""The small token model: its equation, its gates, the inputs it rejects."""

import pytest
import torch
from multihead.model import TokenModel


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("residual", [True, False])
def test_token_model_is_its_equation(residual):
    model = TokenModel(
        9, 5, 4, d_model=6, n_heads=2, n_layers=2, d_mlp=11, residual=residual, generator=rng()
    )
    tokens = torch.randint(9, (3, 5), generator=rng(1))
    x = model.E[tokens] + model.P
    for i in range(2):
        x = model.layers[i](x) + (x if residual else 0)
        assert model.heads(tokens)[i].pattern.shape == (3, 2, 5, 5)
        mlp = model.mlps[i]
        x = x + (x @ mlp.W_in + mlp.b_in).clamp(min=0) @ mlp.W_out
    torch.testing.assert_close(model(tokens), x @ model.W_U)


def test_layer_norm_stands_before_each_layer_each_mlp_and_the_readout():
    model = TokenModel(
        9, 5, 4, d_model=6, n_heads=2, n_layers=2, d_mlp=11, norm=True, generator=rng()
    )
    for parameter in model.parameters():
        parameter.data += 0.1 * torch.randn(parameter.shape, generator=rng(7))
    tokens = torch.randint(9, (3, 5), generator=rng(1))

    def normed(norm, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = centred.square().mean(dim=-1, keepdim=True)
        return centred / (variance + 1e-5).sqrt() * norm.scale + norm.shift

    x = model.E[tokens] + model.P
    for i in range(2):
        x = x + model.layers[i](normed(model.attention_norms[i], x))
        mlp, normed_x = model.mlps[i], normed(model.mlp_norms[i], x)
        x = x + (normed_x @ mlp.W_in + mlp.b_in).clamp(min=0) @ mlp.W_out
    torch.testing.assert_close(model.read(tokens), normed(model.last_norm, x))
    torch.testing.assert_close(model(tokens), normed(model.last_norm, x) @ model.W_U)


def test_token_model_gates_each_head_of_each_layer():
    model = TokenModel(9, 5, 4, d_model=6, n_heads=3, n_layers=2, generator=rng())
    tokens = torch.randint(9, (3, 5), generator=rng(1))
    assert model.gate_shape == (2, 3)
    torch.testing.assert_close(model(tokens, gate=torch.ones(2, 3)), model(tokens))
    gate = torch.ones(2, 3)
    gate[1, 2] = 0
    with torch.no_grad():
        model_without = model(tokens, gate=gate)
        model.layers[1].W_O[2] = 0
    torch.testing.assert_close(model_without, model(tokens))


def test_token_model_by_position_only():
    model = TokenModel(9, 5, 4, d_model=6, n_heads=2, position_only=True, generator=rng())
    assert model.P is None
    patterns = [model.heads(torch.randint(9, (1, 5), generator=rng(i)))[0].pattern for i in (1, 2)]
    torch.testing.assert_close(*patterns)
    tokens = torch.tensor([[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]])
    assert (model(tokens)[0] - model(tokens)[1]).abs().max() > 0.01


def test_a_causal_mask_reaches_every_layer():
    model = TokenModel(9, 5, 4, d_model=6, n_heads=2, n_layers=2, generator=rng())
    mask = torch.ones(5, 5, dtype=torch.bool).tril()
    tokens = torch.randint(9, (1, 5), generator=rng(1))
    changed = tokens.clone()
    changed[0, 4] = (tokens[0, 4] + 1) % 9
    torch.testing.assert_close(model(tokens, mask)[0, :4], model(changed, mask)[0, :4])
    assert (model(tokens)[0, :4] - model(changed)[0, :4]).abs().max() > 0.01


def test_a_mask_reaches_the_patterns_of_every_layer():
    model = TokenModel(9, 5, 4, d_model=6, n_heads=2, n_layers=2, generator=rng())
    mask = torch.ones(5, 5, dtype=torch.bool).tril()
    for i, layer in enumerate(model.heads(torch.randint(9, (3, 5), generator=rng(1)), mask)):
        assert (layer.pattern[..., ~mask] == 0).all(), f"layer {i} looks where the mask forbids it"


def blind(n_pos, row):
    mask = torch.ones(n_pos, n_pos, dtype=torch.bool)
    mask[row] = False
    return mask


MODEL = TokenModel(9, 5, 4, d_model=6, n_heads=2, n_layers=3, generator=rng())
BY_POSITION = TokenModel(9, 5, 4, d_model=6, n_heads=2, position_only=True, generator=rng())
TOKENS = torch.randint(9, (3, 5), generator=rng(1))
MISFITS = [
    (lambda: TokenModel(9, 5, 4, d_model=7, n_heads=2), ValueError, "n_heads=2 .*d_model=7"),
    (lambda: TokenModel(0, 5, 4), ValueError, "n_symbols=0.* 1 "),
    (lambda: TokenModel(9, 5, 0), ValueError, "d_out=0.* 1 "),
    (lambda: TokenModel(9, 5, 4, n_layers=-1), ValueError, "n_layers=-1.* 1 "),
    (lambda: TokenModel(9, 5, 4, d_mlp=-1), ValueError, "d_mlp=-1.* 0 "),
    (lambda: MODEL(TOKENS[:, :1]), ValueError, r"tokens .*\(3, 1\).*\(batch, 5\)"),
    (lambda: BY_POSITION(TOKENS[:, :4]), ValueError, r"tokens .*\(3, 4\).*\(batch, 5\)"),
    (lambda: MODEL(TOKENS - 9), IndexError, "vocabulary.* 0 to 8"),
    (lambda: MODEL(TOKENS + 9), IndexError, "vocabulary.* 0 to 8"),
    (lambda: MODEL(TOKENS, gate=torch.ones(1, 1)), ValueError, r"gate .*\(1, 1\).*\(3, 2\)"),
]


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(("call", "error", "message"), MISFITS)
def test_sizes_and_inputs_that_would_broadcast_or_give_nan_are_rejected(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.usefixtures("no_shape_checks")
def test_tokens_may_differ_by_seed_and_a_shared_mask_is_still_checked():
    outputs = torch.vmap(lambda t: MODEL(t[None])[0])(TOKENS)
    torch.testing.assert_close(outputs, MODEL(TOKENS))
    with pytest.raises(ValueError, match="all False"):
        torch.vmap(lambda t: MODEL(t[None], blind(5, 3)))(TOKENS)
