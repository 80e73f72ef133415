"""Attention against PyTorch, against itself one head at a time, and against bad input."""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from multihead.attention import (
    MultiHeadAttention,
    PositionOnlyAttention,
    SlicedAttention,
    attention,
    gated,
)

TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-12}

sizes = st.integers(1, 7)
dtypes = st.sampled_from([torch.float32, torch.float64])


def random(seed: int, *shape: int, dtype=torch.float64) -> torch.Tensor:
    """Draw in float64 and round, so that both dtypes see the same numbers."""
    numbers = torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    return numbers.to(dtype)


def random_mask(seed: int, queries: int, keys: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    mask = torch.rand(queries, keys, generator=generator) < 0.5
    mask[torch.arange(queries), torch.randint(keys, (queries,), generator=generator)] = True
    return mask


def assert_close(ours, theirs, dtype):
    """Compare to 1e-6 (float32) or 1e-12 (float64), relative to the largest entry above 1."""
    atol = TOLERANCE[dtype] * max(1, theirs.abs().max().item())
    torch.testing.assert_close(ours, theirs, atol=atol, rtol=0)


@given(
    batch=st.lists(st.integers(1, 3), max_size=2),
    queries=sizes,
    keys=sizes,
    d_head=sizes,
    d_value=sizes,
    masked=st.booleans(),
    dtype=dtypes,
    seed=st.integers(0, 999),
)
def test_attention_is_pytorchs(batch, queries, keys, d_head, d_value, masked, dtype, seed):
    shapes = ((queries, d_head), (keys, d_head), (keys, d_value))
    ours = [
        random(seed + i, *batch, *s, dtype=dtype).requires_grad_() for i, s in enumerate(shapes)
    ]
    theirs = [t.detach().clone().requires_grad_() for t in ours]
    mask = random_mask(seed, queries, keys) if masked else None

    out, pattern = attention(*ours, mask)
    expected = F.scaled_dot_product_attention(*theirs, attn_mask=mask)
    assert_close(out, expected, dtype)
    torch.testing.assert_close(pattern.sum(-1), torch.ones_like(pattern[..., 0]))
    if mask is not None:
        assert (pattern[..., ~mask] == 0).all()

    upstream = random(seed + 9, *out.shape, dtype=dtype)
    (out * upstream).sum().backward()
    (expected * upstream).sum().backward()
    for a, b in zip(ours, theirs, strict=True):
        assert_close(a.grad, b.grad, dtype)


def twin(layer: MultiHeadAttention) -> torch.nn.MultiheadAttention:
    """Return PyTorch's layer with the weights of ours; it computes x @ W.T, heads side by side."""
    other = torch.nn.MultiheadAttention(
        layer.d_model, layer.n_heads, bias=False, batch_first=True, dtype=layer.W_Q.dtype
    )

    def beside(W):
        return W.permute(1, 0, 2).flatten(1).T  # (head, d_model, d_head) -> (head*d_head, d_model)

    with torch.no_grad():
        other.in_proj_weight.copy_(
            torch.cat([beside(W) for W in (layer.W_Q, layer.W_K, layer.W_V)])
        )
        other.out_proj.weight.copy_(layer.W_O.flatten(0, 1).T)
    return other


@given(
    n_heads=st.integers(1, 3),
    d_head=st.integers(1, 5),
    batch=st.integers(1, 3),
    pos=sizes,
    masked=st.booleans(),
    dtype=dtypes,
    seed=st.integers(0, 999),
)
def test_the_paper_form_is_pytorchs_layer(n_heads, d_head, batch, pos, masked, dtype, seed):
    layer = MultiHeadAttention(
        n_heads * d_head, n_heads, generator=torch.Generator().manual_seed(seed)
    ).to(dtype)
    other = twin(layer)
    x = random(seed, batch, pos, layer.d_model, dtype=dtype).requires_grad_()
    x_other = x.detach().clone().requires_grad_()
    mask = random_mask(seed, pos, pos) if masked else None

    y, pattern = layer(x, mask), layer.heads(x, mask).pattern
    expected, expected_pattern = other(
        x_other,
        x_other,
        x_other,
        attn_mask=None if mask is None else ~mask,
        average_attn_weights=False,
    )
    assert_close(y, expected, dtype)
    assert_close(pattern, expected_pattern, dtype)

    upstream = random(seed + 1, *y.shape, dtype=dtype)
    (y * upstream).sum().backward()
    (expected * upstream).sum().backward()
    assert_close(x.grad, x_other.grad, dtype)
    assert_close(layer.W_O.grad.flatten(0, 1).T, other.out_proj.weight.grad, dtype)
    theirs = other.in_proj_weight.grad.chunk(3)
    for W, grad in zip((layer.W_Q, layer.W_K, layer.W_V), theirs, strict=True):
        assert_close(W.grad.permute(1, 0, 2).flatten(1).T, grad, dtype)


def wide(d_model, n_heads, **options):
    return MultiHeadAttention(d_model, n_heads, d_model, **options)


FORMS = {"sliced": SlicedAttention, "paper": MultiHeadAttention, "wide": wide}


@pytest.mark.parametrize("form", FORMS)
def test_a_layer_is_its_heads_one_by_one(form):
    """2 heads, 3 tokens, d_model 10: head by head, with nothing but `attention`."""
    layer = FORMS[form](10, 2, generator=torch.Generator().manual_seed(5))
    x = random(7, 3, 10, dtype=torch.float32)
    z, pattern = layer.heads(x)
    total = torch.zeros(3, 10)
    for i in range(2):
        part = x[:, 5 * i : 5 * i + 5] if form == "sliced" else x
        z_i, pattern_i = attention(part @ layer.W_Q[i], part @ layer.W_K[i], part @ layer.W_V[i])
        torch.testing.assert_close(z[i], z_i)
        torch.testing.assert_close(pattern[i], pattern_i)
        total += z_i @ layer.W_O[i]
    torch.testing.assert_close(layer(x), total)
    torch.testing.assert_close(layer.write(z).sum(0), total)


@pytest.mark.parametrize(
    ("form", "count"),
    [
        ("sliced", lambda d, h: 3 * d * d // h + d * d),
        ("paper", lambda d, h: 4 * d * d),
        ("wide", lambda d, h: 4 * h * d * d),
    ],
)
def test_parameter_counts(form, count):
    for d_model, n_heads in ((4, 2), (15, 3), (14, 7)):
        layer = FORMS[form](d_model, n_heads)
        assert sum(p.numel() for p in layer.parameters()) == count(d_model, n_heads)


def test_weights_have_variance_one_over_fan_in():
    layer = MultiHeadAttention(64, 5, 32, generator=torch.Generator().manual_seed(3))
    for W, fan_in in ((layer.W_Q, 64), (layer.W_K, 64), (layer.W_V, 64), (layer.W_O, 5 * 32)):
        assert W.var().item() * fan_in == pytest.approx(1, abs=0.05)


X = torch.zeros(3, 4)
BAD_CALLS = {
    "q .*3 .*k .*5 ": lambda: attention(*_qkv((2, 3), (2, 5), (2, 7))),
    "2 keys.* 5 values": lambda: attention(*_qkv((3, 7), (2, 7), (5, 7))),
    r"q \(2,\), k \(\)": lambda: attention(*_qkv((2, 3, 7), (3, 7), (3, 7))),
    r"k \(2,\), v \(\)": lambda: attention(*_qkv((2, 3, 7), (2, 3, 7), (3, 7))),
    r"q .*\(7,\)": lambda: attention(*_qkv((7,), (3, 7), (3, 7))),
    r"k .*\(0, 7\)": lambda: attention(*_qkv((3, 7), (0, 7), (0, 7))),
    r"mask .*\(3, 2\).*\(2, 3\)": lambda: attention(
        *_qkv((2, 5), (3, 5), (3, 5)), torch.ones(3, 2, dtype=torch.bool)
    ),
    r"\[1\].* all False": lambda: attention(
        *_qkv((2, 5), (3, 5), (3, 5)), torch.tensor([[True, False, True], [False] * 3])
    ),
    "v .*1 NaN": lambda: attention(
        torch.zeros(2, 3), torch.zeros(2, 3), torch.tensor([[1.0], [math.nan]])
    ),
    r"overflow.*torch\.float32": lambda: attention(*(torch.full((2, 3), 1e30) for _ in range(3))),
    "n_heads=3 .*d_model=4.* 2 .*4,": lambda: MultiHeadAttention(4, 3),
    "n_heads=5 .*d_model=4;.* 4,": lambda: MultiHeadAttention(4, 5),
    "n_heads=0.* 1 ": lambda: MultiHeadAttention(4, 0),
    "d_out=0.* 1 ": lambda: MultiHeadAttention(4, 2, d_out=0),
    "n_place=7.*d_model=6": lambda: PositionOnlyAttention(6, 2, n_place=7),
    "n_place=0.* 1 ": lambda: PositionOnlyAttention(6, 2, n_place=0),
    "n_heads=3 .*d_model=4 *.* 2 ": lambda: SlicedAttention(4, 3),
    r"gate .*\(3,\).*\(2,\)": lambda: gated(MultiHeadAttention(4, 2), torch.ones(3), X),
    r"x .*\(3, 5\).*d_model=4": lambda: MultiHeadAttention(4, 2)(torch.zeros(3, 5)),
    r"x .*\(4,\)": lambda: MultiHeadAttention(4, 2)(torch.zeros(4)),
    r"x .*\(0, 4\)": lambda: MultiHeadAttention(4, 2)(torch.zeros(0, 4)),
    r"x .*torch\.float64.*torch\.float32": lambda: MultiHeadAttention(4, 2)(
        torch.zeros(3, 4, dtype=torch.float64)
    ),
    "x .*1 NaN": lambda: MultiHeadAttention(1, 1)(torch.tensor([[math.nan]])),
    "W_Q .*1 NaN": lambda: _with_weight("W_Q", math.nan)(torch.ones(3, 4)),
    "W_O .*1 NaN": lambda: _with_weight("W_O", math.nan)(torch.ones(3, 4)),
    r"products .*torch\.float32": lambda: _with_weight("W_O", 3e38)(torch.full((3, 4), 9e9)),
    r"z .*\(1, 3, 2\).*\(\.\.\., 2, tokens, 2\)": lambda: MultiHeadAttention(4, 2).write(
        torch.ones(1, 3, 2)
    ),
    r"z .*\(3, 2\)": lambda: MultiHeadAttention(4, 2).write(torch.ones(3, 2)),
}


def _qkv(*shapes):
    return [torch.zeros(s) for s in shapes]


def _with_weight(name, value):
    layer = MultiHeadAttention(4, 2, generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        getattr(layer, name)[1, 0, 0] = value
    return layer


Q = torch.zeros(2, 3)
BAD_TYPES = {
    r"mask .*torch\.float32": lambda: attention(Q, Q, Q, torch.ones(2, 2)),
    "mask .*list.*tensor": lambda: attention(Q, Q, Q, [[True] * 2] * 2),
    r"q .*torch\.int64.*q\.float\(\)": lambda: attention(Q.long(), Q, Q),
    r"q .*list.*torch\.as_tensor\(q\)": lambda: attention(Q.tolist(), Q, Q),
    "gate .*list.*tensor": lambda: gated(MultiHeadAttention(4, 2), [1.0, 0.0], X),
    r"d_model=4\.0.*whole": lambda: MultiHeadAttention(4.0, 2),
    "n_heads=True.*whole": lambda: MultiHeadAttention(4, True),
    "d_head='2'.*whole": lambda: MultiHeadAttention(4, 2, "2"),
    r"d_out=5\.0.*whole": lambda: MultiHeadAttention(4, 2, d_out=5.0),
}


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("message", [*BAD_CALLS, *BAD_TYPES])
def test_bad_input_names_the_sizes_and_the_fix(message):
    with pytest.raises(TypeError if message in BAD_TYPES else ValueError, match=message):
        (BAD_CALLS | BAD_TYPES)[message]()
