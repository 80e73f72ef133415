"""The Money/Bank example against sums written out in plain Python, and the facts it shows."""

import math
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch
from multihead.attention import MultiHeadAttention
from multihead.example import (
    COORDINATES,
    RIVER,
    W_K,
    W_O,
    W_Q,
    W_V,
    WORDS,
    X,
    in_form,
    softmax,
    steps,
)

WEIGHTS = (W_Q, W_K, W_V, W_O)
RIVER_BANK = np.stack([RIVER, X[1]])


def columns(table):
    return list(zip(*table, strict=True))


def product(a, b):
    return [[sum(x * y for x, y in zip(row, col, strict=True)) for col in columns(b)] for row in a]


def shares(row):
    powers = [math.exp(s) for s in row]
    return [p / sum(powers) for p in powers]


def by_loops(x, w_q, w_k, w_v, w_o):
    """Compute every step with lists; numbers keep their type."""
    Q, K, V = ([product(x, w) for w in ws] for ws in (w_q, w_k, w_v))
    root = math.sqrt(len(w_q[0][0]))
    scores = [
        [[s / root for s in row] for row in product(q, columns(k))]
        for q, k in zip(Q, K, strict=True)
    ]
    pattern = [[shares(row) for row in head] for head in scores]
    Z = [product(p, v) for p, v in zip(pattern, V, strict=True)]
    Z_prime = [[z for head in Z for z in head[pos]] for pos in range(len(x))]
    output = product(Z_prime, [row for head in w_o for row in head])
    names = ("Q", "K", "V", "scores", "pattern", "Z", "Z_prime", "output")
    return dict(zip(names, (Q, K, V, scores, pattern, Z, Z_prime, output), strict=True))


def cut(w_q, w_k, w_v, w_o, width):
    narrow = [[[row[:width] for row in head] for head in w] for w in (w_q, w_k, w_v)]
    return *narrow, [head[:width] for head in w_o]


def random_case(rng, pos, d_model, heads):
    return rng.normal(size=(pos, d_model)), *rng.normal(size=(4, heads, d_model, d_model))


@pytest.mark.parametrize(("form", "width"), [("wide", 4), ("paper", 2)])
@pytest.mark.parametrize("x", [X, RIVER_BANK], ids=["money", "river"])
def test_every_step_of_the_example_equals_sums_written_out(x, form, width):
    computed = steps(x, *WEIGHTS, form=form)
    expected = by_loops(x.tolist(), *cut(*(w.tolist() for w in WEIGHTS), width))
    for name, value in expected.items():
        np.testing.assert_allclose(getattr(computed, name), value, rtol=0, atol=1e-14, err_msg=name)


@pytest.mark.parametrize(
    ("form", "pos", "d_model", "heads", "width"),
    [("wide", 5, 7, 3, 7), ("paper", 7, 15, 5, 3)],
)
def test_other_sizes_equal_sums_written_out(form, pos, d_model, heads, width):
    x, *weights = random_case(np.random.default_rng(1), pos, d_model, heads)
    computed = steps(x, *weights, form=form)
    expected = by_loops(x.tolist(), *cut(*(w.tolist() for w in weights), width))
    for name, value in expected.items():
        np.testing.assert_allclose(
            getattr(computed, name), value, rtol=1e-10, atol=1e-12, err_msg=name
        )


@pytest.mark.parametrize("form", ["wide", "paper"])
def test_steps_equal_the_layer(form):
    x, *weights = random_case(np.random.default_rng(2), 5, 6, 3)
    computed = steps(x, *weights, form=form)
    d_head = None if form == "paper" else x.shape[1]
    layer = MultiHeadAttention(x.shape[1], len(weights[0]), d_head).double()
    layer.load_state_dict({n: torch.tensor(w) for n, w in computed.weights._asdict().items()})
    z, pattern = layer.heads(torch.tensor(x))
    np.testing.assert_allclose(computed.pattern, pattern.detach(), atol=1e-12)
    np.testing.assert_allclose(computed.Z, z.detach(), atol=1e-12)
    np.testing.assert_allclose(computed.output, layer(torch.tensor(x)).detach(), atol=1e-12)


def test_scores_are_small_whole_numbers():
    exact = [[[[Fraction(v) for v in row] for row in head] for head in w] for w in WEIGHTS]
    for x in (X, RIVER_BANK):
        exact_steps = by_loops([[Fraction(v) for v in row] for row in x], *exact)
        for name in ("Q", "K", "V", "scores"):
            numbers = np.array(exact_steps[name], dtype=float)
            assert (numbers == np.round(numbers)).all(), name
            assert numbers.min() >= 0, name
            assert numbers.max() <= 3, name


def test_rounding_every_step_to_two_decimals_gives_the_exact_output_to_two_decimals():
    def on_paper(value):
        return Decimal(repr(float(value))).quantize(Decimal("0.01"), ROUND_HALF_UP)

    def rounded(table):
        return [[on_paper(v) for v in row] for row in table]

    for x in (X, RIVER_BANK):
        s = steps(x, *WEIGHTS)
        values = [[[Decimal(str(v)) for v in row] for row in head] for head in s.V]
        blocks = [[Decimal(str(v)) for v in row] for row in np.concatenate(W_O)]
        Z = [rounded(product(rounded(p), v)) for p, v in zip(s.pattern, values, strict=True)]
        assert [rounded(head) for head in s.Z] == Z
        Z_prime = [a + b for a, b in zip(*Z, strict=True)]
        assert rounded(product(Z_prime, blocks)) == rounded(s.output)


def test_the_two_heads_disagree_about_bank_and_need_each_other():
    s = steps(X, *WEIGHTS)
    money, bank = (WORDS.index(w) for w in ("money", "bank"))
    finance, water, place = (COORDINATES.index(c) for c in ("finance", "water", "place"))
    np.testing.assert_allclose(s.pattern[0, bank], s.pattern[1, bank, ::-1], atol=1e-15)
    assert s.pattern[0, bank, money] > 0.85
    parts = s.Z @ W_O
    np.testing.assert_allclose(parts[1, :, finance], parts[1, :, water], atol=1e-15)
    assert s.output[bank, finance] > 3 * s.output[bank, water]
    assert parts[0, bank, place] < 0.05 * s.output[bank, place]
    river = steps(RIVER_BANK, *WEIGHTS).output[bank]
    assert river[water] > 1.5 * river[finance]


def test_the_numbers_cannot_be_changed_by_accident():
    for array in (X, RIVER, *WEIGHTS):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 9


def test_whole_numbers_and_huge_numbers_are_fine():
    integer_steps = steps(X.astype(int), *(2 * w for w in WEIGHTS))
    np.testing.assert_array_equal(integer_steps.Q, 2 * steps(X, *WEIGHTS).Q)
    huge = steps(X * 1e30, *WEIGHTS)
    np.testing.assert_allclose(huge.pattern[0], [[0.5, 0.5], [1, 0]])
    np.testing.assert_allclose(huge.output[1, 3], 4e30)  # 1/2 · 0 + 1/2 · 2 + 1 · 3, all × 1e30


WORSE = [
    (X, (W_Q, W_K[:1], W_V, W_O), ValueError, r"W_K .*\(1, 4, 4\).*square.*head"),
    (X, (W_Q[..., :2],) * 4, ValueError, r"W_Q .*\(2, 4, 2\)"),
    (X, (W_Q[:0],) * 4, ValueError, r"W_Q .*\(0, 4, 4\)"),
    (X[:, :3], WEIGHTS, ValueError, r"X .*\(2, 3\).*d_model=4"),
    (X[:0], WEIGHTS, ValueError, r"X .*\(0, 4\)"),
    (X * [1, 1, np.nan, 1], WEIGHTS, ValueError, r"X .*2 NaN.* 8"),
    (X * 1e200, WEIGHTS, ValueError, "overflow"),
    (np.array([["money"] * 4]), WEIGHTS, TypeError, "X .*<U5.*real"),
]


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(("x", "weights", "error", "message"), WORSE)
def test_bad_input_is_refused_with_sizes_and_fix(x, weights, error, message):
    with pytest.raises(error, match=message):
        steps(x, *weights)


@pytest.mark.usefixtures("no_shape_checks")
def test_forms_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match=r"form='sliced'.*'wide' .*'paper'"):
        in_form("sliced", *WEIGHTS)
    with pytest.raises(ValueError, match=r"3 heads .*d_model=4.* 1, 2, 4"):
        in_form("paper", *([w[0]] * 3 for w in WEIGHTS))


@pytest.mark.usefixtures("no_shape_checks")
def test_softmax_takes_any_real_numbers():
    for dtype in ("uint8", "int8", "float32"):
        pattern = softmax(np.array([[3, 5], [5, 3]], dtype=dtype))
        np.testing.assert_allclose(pattern[0], [1 / (1 + np.e**2), 1 / (1 + np.e**-2)], rtol=1e-12)
    with pytest.raises(TypeError, match=r"scores .*<U1.*real"):
        softmax(np.array([["a"]]))
