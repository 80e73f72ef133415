import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from multihead import model as models
from multihead.attention import MultiHeadAttention, attention
from multihead.model import AttentionLayer, spare_width
from multihead.token_model import TokenModel


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


def copy_weights(layer, other):
    with torch.no_grad():
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            getattr(layer, name).copy_(getattr(other, name))


@given(
    form=st.sampled_from(["paper", "wide", "sliced"]),
    n_heads=st.sampled_from([1, 2, 3]),
    n_pos=st.integers(1, 9),
    causal=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_equals_multi_head_attention(form, n_heads, n_pos, causal):
    layer = AttentionLayer(6, 6, n_heads, form=form).double()
    other = getattr(MultiHeadAttention, form)(6, n_heads, generator=rng()).double()
    copy_weights(layer, other)
    x = torch.randn(2, n_pos, 6, dtype=torch.double, generator=rng(1))
    mask = torch.ones(n_pos, n_pos, dtype=torch.bool).tril() if causal else None
    ours, theirs = layer.heads(x, mask), other.heads(x, mask)
    torch.testing.assert_close(ours.z, theirs.z)
    torch.testing.assert_close(ours.pattern, theirs.pattern)
    torch.testing.assert_close(layer(x, mask), other(x, mask))
    torch.testing.assert_close(layer.write(ours.z), other.write(theirs.z))
    for a, b in zip(
        torch.autograd.grad(layer(x, mask).square().sum(), [layer.W_Q, layer.W_O]),
        torch.autograd.grad(other(x, mask).square().sum(), [other.W_Q, other.W_O]),
        strict=True,
    ):
        torch.testing.assert_close(a, b)


def test_spare_width_leaves_the_slow_path_and_changes_nothing(monkeypatch):
    assert [spare_width(8, 6), spare_width(5, 3), spare_width(16, 8), spare_width(3, 2)] == [
        1,
        13,
        0,
        0,
    ]
    for output in (True, False):
        layer = AttentionLayer(12, 6, 2, 6, output=output, generator=rng())
        x = torch.randn(3, 8, 12, generator=rng(1))
        padded, answer = layer.heads(x), layer(x)
        with monkeypatch.context() as patch:
            patch.setattr(models, "spare_width", lambda n_pos, d_head: 0)
            torch.testing.assert_close(padded.z, layer.heads(x).z)
            torch.testing.assert_close(answer, layer(x))
        assert padded.z.shape == (3, 2, 8, 6)


def test_position_only_patterns_do_not_see_content():
    layer = AttentionLayer(7, 3, 2, 2, position_only=5, generator=rng())
    assert layer.W_Q.shape == (2, 5, 2)
    x = torch.cat([torch.randn(4, 5, 2, generator=rng(1)), torch.eye(5).expand(4, 5, 5)], -1)
    pattern = layer.heads(x).pattern
    torch.testing.assert_close(pattern, pattern[:1].expand_as(pattern))
    free = AttentionLayer(7, 3, 2, 2, generator=rng()).heads(x).pattern
    assert (free[0] - free[1]).abs().max() > 0.01
    q, k = (torch.eye(5) @ w for w in (layer.W_Q, layer.W_K))
    torch.testing.assert_close(pattern[0], attention(q, k, k)[1])


def test_without_output_the_answer_is_the_sum_of_heads():
    layer = AttentionLayer(7, 3, 2, output=False, generator=rng())
    x = torch.randn(4, 5, 7, generator=rng(1))
    assert "W_O" not in dict(layer.named_parameters())
    assert layer.W_V.shape == (2, 7, 3)
    torch.testing.assert_close(layer(x), layer.heads(x).z.sum(1))


def test_skip_adds_the_token():
    layer = AttentionLayer(7, 3, 2, 5, skip=True, generator=rng())
    x = torch.randn(4, 5, 7, generator=rng(1))
    written = layer.write(layer.heads(x).z).sum(1)
    torch.testing.assert_close(layer(x), written + x @ layer.W_skip)


def test_gate_turns_heads_down():
    layer = AttentionLayer(7, 3, 2, 5, generator=rng())
    x = torch.randn(4, 5, 7, generator=rng(1))
    written = layer.write(layer.heads(x).z)
    gated = layer(x, gate=torch.tensor([0.0, 2.0]))
    torch.testing.assert_close(gated, 2 * written[:, 1])
    torch.testing.assert_close(layer(x, gate=torch.ones(2)), layer(x))


@pytest.mark.parametrize("residual", [True, False])
def test_token_model_is_its_equation(residual):
    model = TokenModel(
        9, 5, 4, d_model=6, n_heads=2, n_layers=2, d_mlp=11, residual=residual, generator=rng()
    )
    tokens = torch.randint(9, (3, 5), generator=rng(1))
    x = model.E[tokens] + model.P
    for i in range(2):
        other = MultiHeadAttention(6, 2)
        copy_weights(other, model.layers[i])
        x = other(x) + (x if residual else 0)
        assert model.heads(tokens)[i].pattern.shape == (3, 2, 5, 5)
        mlp = model.mlps[i]
        x = x + (x @ mlp.W_in + mlp.b_in).clamp(min=0) @ mlp.W_out
    torch.testing.assert_close(model(tokens), x @ model.W_U)


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


def test_starts_have_variance_one_over_fan_in():
    layer = AttentionLayer(40, 30, 5, 20, skip=True, generator=rng())
    for name, fan_in in (("W_Q", 40), ("W_K", 40), ("W_V", 40), ("W_O", 100), ("W_skip", 40)):
        assert getattr(layer, name).std().item() * fan_in**0.5 == pytest.approx(1, abs=0.06)
    assert torch.equal(layer.W_V, AttentionLayer(40, 30, 5, 20, skip=True, generator=rng()).W_V)


def test_runs_under_vmap():
    layers = [AttentionLayer(7, 3, 2, 5, generator=rng(i)) for i in range(3)]
    params, _ = torch.func.stack_module_state(layers)
    x = torch.randn(3, 4, 5, 7, generator=rng(9))
    run = torch.vmap(lambda p, x: torch.func.functional_call(layers[0], p, (x,)))
    for i, layer in enumerate(layers):
        torch.testing.assert_close(run(params, x)[i], layer(x[i]))


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AttentionLayer(7, 3, 2), "n_heads=2 does not divide d_model=7"),
        (lambda: AttentionLayer(6, 3, 2, form="narrow"), "form='narrow'; use 'paper'"),
        (lambda: AttentionLayer(6, 3, 2, position_only=7), "position_only=7 .* 0 to d_model=6"),
        (lambda: AttentionLayer(6, 3, 2, form="sliced", position_only=2), "0 for sliced heads"),
        (lambda: AttentionLayer(6, 3, 2, 2, output=False), "d_head=2 but d_out=3"),
        (lambda: AttentionLayer(6, 3, 0), "n_heads=0; use 1 or more"),
        (lambda: TokenModel(9, 5, 4, d_model=7, n_heads=2), "does not divide d_model=7"),
        (lambda: AttentionLayer(6, 0, 2), "d_out=0; use 1 or more"),
        (lambda: TokenModel(0, 5, 4), "n_symbols=0; use 1 or more"),
        (lambda: TokenModel(9, 0, 4), "n_pos=0; use 1 or more"),
        (lambda: TokenModel(9, 5, 0), "d_out=0; use 1 or more"),
        (lambda: TokenModel(9, 5, 4, n_layers=-1), "n_layers=-1; use 1 or more"),
        (lambda: TokenModel(9, 5, 4, d_mlp=-1), "d_mlp=-1; use 0 or more"),
    ],
)
def test_bad_sizes(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("size", [2.0, True, "2"])
def test_sizes_are_whole_numbers(size):
    with pytest.raises(TypeError, match=f"d_out={size!r}; give a whole number"):
        AttentionLayer(6, size, 2)
    with pytest.raises(TypeError, match=f"n_layers={size!r}; give a whole number"):
        TokenModel(9, 5, 4, n_layers=size)


def blind(n_pos, row):
    mask = torch.ones(n_pos, n_pos, dtype=torch.bool)
    mask[row] = False
    return mask


LAYER = AttentionLayer(6, 7, 2, generator=rng())
MODEL = TokenModel(9, 5, 4, d_model=6, n_heads=2, n_layers=3, generator=rng())
BY_POSITION = TokenModel(9, 5, 4, d_model=6, n_heads=2, position_only=True, generator=rng())
X, TOKENS = torch.randn(2, 5, 6, generator=rng(1)), torch.randint(9, (3, 5), generator=rng(1))
MISFITS = [
    (lambda: LAYER(X, blind(5, 3)), ValueError, r"row\(s\) \[3\] are all False"),
    (lambda: LAYER(X, blind(5, 3)[:1]), ValueError, r"mask has shape \(1, 5\).*need \(5, 5\)"),
    (lambda: LAYER(X, X[0] > 0), ValueError, r"mask has shape \(5, 6\)"),
    (lambda: LAYER(X, torch.ones(5, 5)), TypeError, r"mask is torch\.float32"),
    (lambda: LAYER(X, gate=torch.ones(1)), ValueError, r"gate has shape \(1,\); give \(2,\)"),
    (lambda: LAYER(X[..., :1]), ValueError, r"x has shape \(2, 5, 1\).*d_model=6"),
    (lambda: LAYER(X[0]), ValueError, r"x has shape \(5, 6\).*\(batch, tokens, d_model=6\)"),
    (lambda: LAYER.write(torch.ones(2, 1, 5, 3)), ValueError, "2 heads of width 3 give"),
    (lambda: MODEL(TOKENS[:, :1]), ValueError, r"tokens have shape \(3, 1\).*\(batch, 5\)"),
    (lambda: BY_POSITION(TOKENS[:, :4]), ValueError, r"tokens have shape \(3, 4\).*\(batch, 5\)"),
    (lambda: MODEL(TOKENS - 9), IndexError, "beyond the vocabulary; use 0 to 8"),
    (lambda: MODEL(TOKENS + 9), IndexError, "beyond the vocabulary; use 0 to 8"),
    (lambda: MODEL(TOKENS, blind(5, 0)), ValueError, r"row\(s\) \[0\] are all False"),
    (
        lambda: MODEL(TOKENS, gate=torch.ones(1, 1)),
        ValueError,
        r"gate has shape \(1, 1\); give \(3, 2\)",
    ),
    (lambda: MODEL(TOKENS, gate=torch.ones(2)), ValueError, r"gate has shape \(2,\)"),
]


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(("call", "error", "message"), MISFITS)
def test_what_would_broadcast_or_give_nan_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.usefixtures("no_shape_checks")
def test_a_seeds_own_mask_and_tokens_pass_and_a_common_mask_is_still_checked():
    masks = torch.stack([blind(5, 3), ~blind(5, 3) | torch.eye(5, dtype=torch.bool)])
    both = torch.vmap(lambda mask: LAYER(X, mask))(masks)
    assert both[0, :, 3].isnan().all()
    torch.testing.assert_close(both[1], LAYER(X, masks[1]))
    each = torch.vmap(lambda t: MODEL(t[None])[0])(TOKENS)
    torch.testing.assert_close(each, MODEL(TOKENS))
    with pytest.raises(ValueError, match="are all False"):
        torch.vmap(lambda x: LAYER(x[None], blind(5, 3)))(X)
