"""The measures of difference: their ranges, their extremes, and what they ignore."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from multihead import heads
from scipy.spatial.distance import jensenshannon

SETTINGS = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 10**6)


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


def patterns(seed, *lead, sharpness=3.0):
    """(*lead, batch 2, head 3, query 4, key 5), in double."""
    scores = torch.randn(*lead, 2, 3, 4, 5, dtype=torch.double, generator=rng(seed))
    return (scores * sharpness).softmax(-1)


def outputs(seed, *lead, width=3):
    """(*lead, batch 4, head 2, pos 5, width), in double."""
    return torch.randn(*lead, 4, 2, 5, width, dtype=torch.double, generator=rng(seed))


def matrices(seed, *lead, width=2):
    """(*lead, head 3, rows 7, columns), in double."""
    return torch.randn(*lead, 3, 7, width, dtype=torch.double, generator=rng(seed))


MEASURES = {
    "pattern_js": (heads.pattern_js, patterns, 0, 1, 0),
    "pattern_cosine": (heads.pattern_cosine, patterns, 0, 1, 1),
    "pattern_overlap": (heads.pattern_overlap, patterns, 0, 1, 1),
    "content_cosine": (heads.content_cosine, patterns, -1, 1, 1),
    "output_cosine": (heads.output_cosine, outputs, -1, 1, 1),
    "linear_cka": (heads.linear_cka, outputs, 0, 1, 1),
    "subspace_overlap": (heads.subspace_overlap, matrices, 0, 1, 1),
}


@pytest.mark.parametrize("name", MEASURES)
@given(seed=seeds)
@SETTINGS
def test_every_measure_keeps_its_range_symmetry_and_value_for_equals(name, seed):
    measure, make, low, high, same = MEASURES[name]
    a, b = make(seed), make(seed + 1)
    between, among = measure(a, b), measure(a)
    assert (between >= low - 1e-9).all()
    assert (between <= high + 1e-9).all()
    torch.testing.assert_close(among.diagonal(), torch.full_like(among.diagonal(), same))
    torch.testing.assert_close(measure(b, a), between.mT)
    assert (among - same).abs()[0, 1] > 1e-6


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_keeps_seeds_apart(name):
    measure, make, *_ = MEASURES[name]
    a, b = make(0, 5), make(1, 5)
    a[3] = torch.nan
    together = measure(a, b)
    for i in (0, 1, 2, 4):
        torch.testing.assert_close(together[i], measure(a[i], b[i]))
    assert together[[0, 1, 2, 4]].isfinite().all()
    assert not together[3].isfinite().any()


def of_weights(a, b=None):
    """Compute the measure of W_Q W_K^T from ``a`` alone: W_K is W_Q with its rows reversed."""
    pair = None if b is None else (b, b.flip(-2))
    return heads.matching_matrix_cosine(a, a.flip(-2), pair)


SCALED = {
    "output_cosine": (heads.output_cosine, outputs),
    "linear_cka": (heads.linear_cka, outputs),
    "subspace_overlap": (heads.subspace_overlap, matrices),
    "matching_matrix_cosine": (of_weights, matrices),
}


@pytest.mark.parametrize("size", [1e-38, 1e-23, 1e37])
@pytest.mark.parametrize("name", SCALED)
def test_the_size_of_the_numbers_does_not_matter(name, size):
    measure, make = SCALED[name]
    a, b = make(0, 5).float(), make(1, 5).float()
    torch.testing.assert_close(measure(size * a), measure(a), atol=1e-4, rtol=0)
    torch.testing.assert_close(measure(size * a, b), measure(a, b), atol=1e-4, rtol=0)


@pytest.mark.parametrize("name", SCALED)
def test_the_size_of_one_head_does_not_matter_to_another(name):
    measure, make = SCALED[name]
    a = make(0).float()
    sizes = torch.tensor([1e-30, 1e30, 1])[: a.shape[-3], None, None]
    torch.testing.assert_close(measure(sizes * a), measure(a), atol=1e-4, rtol=0)


@pytest.mark.parametrize("name", SCALED)
def test_gradients_do_not_see_the_scaling(name):
    measure, make = SCALED[name]
    a, b = make(0).requires_grad_(), make(1)
    assert torch.autograd.gradcheck(lambda a: measure(1e3 * a, b), a)


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("name", SCALED | MEASURES)
def test_every_measure_refuses_what_has_no_heads(name):
    measure, make, *_ = (SCALED | MEASURES)[name]
    a = make(0)
    for axis in range(a.ndim):
        with pytest.raises(ValueError, match=r"shape \(.*\b0\b.*empty"):
            measure(a.narrow(axis, 0, 0))
    with pytest.raises(ValueError, match=r"shape \(.*\(\.\.\., "):
        measure(a[0])


@pytest.mark.usefixtures("no_shape_checks")
def test_one_key_matrix_for_two_heads_is_refused():
    with pytest.raises(ValueError, match=r"W_Q .*\(3, 7, 2\).*W_K .*\(1, 7, 2\)"):
        heads.matching_matrix_cosine(matrices(0), matrices(1)[:1])


@pytest.mark.parametrize("wrong", [lambda p: 2 * p, lambda p: p / 2, lambda p: 2 * p - p.flip(-1)])
def test_js_refuses_rows_that_are_no_shares(wrong):
    p = patterns(0)
    for pair in ((wrong(p),), (p, wrong(p))):
        with pytest.raises(ValueError, match=r"negative .*sum to 1"):
            heads.pattern_js(*pair)


def test_every_measure_runs_under_vmap():
    for measure, make, *_ in MEASURES.values():
        a = make(0, 5)
        torch.testing.assert_close(torch.vmap(measure)(a), measure(a))


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_refuses_other_tokens(name):
    measure, make, *_ = MEASURES[name]
    a = make(0)
    with pytest.raises(ValueError, match=r"\(.*\) .*\(.*\).* number .*heads"):
        measure(a, a[..., :-1, :])
    with pytest.raises(ValueError, match=r"heads .*\(.*\) .*\(.*\)"):
        measure(a, a.unsqueeze(0))


@pytest.mark.parametrize("name", MEASURES)
def test_heads_of_another_layer_may_be_fewer(name):
    measure, make, *_ = MEASURES[name]
    a, b = make(0), make(1)
    torch.testing.assert_close(measure(a, b[..., 1:, :, :]), measure(a, b)[:, 1:])


@given(seed=seeds)
@SETTINGS
def test_js_equals_scipys(seed):
    a, b = patterns(seed), patterns(seed + 1)
    expected = jensenshannon(a[:, 2].numpy(), b[:, 1].numpy(), axis=-1, base=2) ** 2
    assert float(heads.pattern_js(a, b)[2, 1]) == pytest.approx(expected.mean(), abs=1e-12)


def test_pattern_extremes():
    left = torch.zeros(2, 1, 3, 5)
    left[..., :2] = 0.5
    right = torch.zeros(2, 1, 3, 5)
    right[..., 4] = 1
    for measure, same, disjoint in ((heads.pattern_js, 0, 1), (heads.pattern_cosine, 1, 0)):
        assert float(measure(left)) == pytest.approx(same, abs=1e-7)
        assert float(measure(left, right)) == pytest.approx(disjoint, abs=1e-7)


@given(seed=seeds, scale=st.floats(0.01, 100))
@SETTINGS
def test_output_cosine_extremes(seed, scale):
    z = outputs(seed)
    assert heads.output_cosine(z, -scale * z).diagonal().add(1).abs().max() < 1e-9
    turned = torch.stack([z[..., 1], -z[..., 0]], dim=-1)  # a right angle in every plane
    assert heads.output_cosine(z[..., :2], turned).diagonal().abs().max() < 1e-9
    assert torch.equal(heads.output_cosine(z, 0 * z), torch.zeros(2, 2, dtype=torch.double))


@given(seed=seeds, scale=st.floats(0.01, 100))
@SETTINGS
def test_cka_ignores_rotation_scale_and_shift_but_not_more(seed, scale):
    z = outputs(seed)
    q, _ = torch.linalg.qr(torch.randn(3, 3, dtype=torch.double, generator=rng(seed)))
    assert heads.linear_cka(z, scale * z @ q + 5).diagonal().sub(1).abs().max() < 1e-9
    stretched = z * torch.tensor([1.0, 30.0, 1.0])
    assert (heads.linear_cka(z, stretched).diagonal() < 1 - 1e-6).all()
    wider = outputs(seed + 1, width=4)
    x, y = (t[:, 1].flatten(0, 1).numpy() for t in (z, wider))
    x, y = x - x.mean(0), y - y.mean(0)
    expected = np.linalg.norm(x.T @ y) ** 2 / np.linalg.norm(x.T @ x) / np.linalg.norm(y.T @ y)
    assert float(heads.linear_cka(z, wider)[1, 1]) == pytest.approx(expected)


def test_cka_is_0_for_what_is_uncorrelated_or_constant():
    t = torch.arange(8.0)
    waves = torch.stack([torch.cos(2 * torch.pi * k * t / 8) for k in (1, 2)])
    x, y = (w.view(1, 1, 8, 1) for w in waves)
    assert float(heads.linear_cka(x, y)) == pytest.approx(0, abs=1e-6)
    assert float(heads.linear_cka(x, torch.ones_like(x))) == 0
    constant = torch.tensor([0.1, 0.3]).expand(5, 1, 7, 2)  # its mean is rounded
    assert float(heads.linear_cka(constant)) == 0


@given(seed=seeds)
@SETTINGS
def test_subspace_extremes(seed):
    q, _ = torch.linalg.qr(torch.randn(7, 7, dtype=torch.double, generator=rng(seed)))
    a, b, all_columns = q[None, :, :2], q[None, :, 2:5], q[None, :, :5]
    mixed = a @ torch.tensor([[1.0, 3.0, 2.0], [0.5, -1.0, 4.0]], dtype=torch.double)
    assert float(heads.subspace_overlap(a, b)) == pytest.approx(0, abs=1e-12)
    assert float(heads.subspace_overlap(a, all_columns)) == pytest.approx(1)
    assert float(heads.subspace_overlap(a, mixed)) == pytest.approx(1)  # rank 2, 3 columns
    half = torch.cat([a[..., :1], b[..., :1]], dim=-1)
    assert float(heads.subspace_overlap(a, half)) == pytest.approx(0.5)
    assert float(heads.subspace_overlap(a, 0 * b)) == 0


def test_one_nan_spoils_the_whole_space_of_its_head():
    a = matrices(0, width=9)  # wider than high
    a[1, 2, 5] = torch.nan
    assert heads.subspace_overlap(a).isnan().tolist() == [
        [False, True, False],
        [True, True, True],
        [False, True, False],
    ]


@given(seed=seeds)
@SETTINGS
def test_matching_matrix_ignores_what_scores_ignore(seed):
    W_Q, W_K = matrices(seed), matrices(seed + 1)
    m = torch.randn(2, 2, dtype=torch.double, generator=rng(seed)) + 3 * torch.eye(2)
    moved = (W_Q @ m, W_K @ torch.linalg.inv(m).mT)
    same = heads.matching_matrix_cosine(W_Q, W_K, moved)
    torch.testing.assert_close(same, heads.matching_matrix_cosine(W_Q, W_K))
    assert same.diagonal().sub(1).abs().max() < 1e-9
    opposite = heads.matching_matrix_cosine(W_Q, W_K, (-W_Q, W_K))
    assert opposite.diagonal().add(1).abs().max() < 1e-9
    assert (same.abs() <= 1 + 1e-9).all()


def test_overlap_is_one_minus_the_total_variation():
    a, b = patterns(1), patterns(2)
    expected = 1 - (a[:, 1] - b[:, 2]).abs().sum(-1).mean() / 2
    torch.testing.assert_close(heads.pattern_overlap(a, b)[1, 2], expected)


def test_content_cosine_is_that_of_deviations_from_the_mean_pattern():
    a, b = patterns(1), patterns(2)
    x, y = (a - a.mean(0))[:, 1].flatten(), (b - b.mean(0))[:, 2].flatten()
    torch.testing.assert_close(heads.content_cosine(a, b)[1, 2], x @ y / x.norm() / y.norm())


def test_content_cosine_does_not_see_positions():
    """A constant pattern has no content, and adding it to both makes nothing more similar."""
    a, b = patterns(1), patterns(2)
    constant = patterns(3)[:1].expand_as(a)
    assert torch.equal(heads.content_cosine(constant, a), torch.zeros(3, 3, dtype=a.dtype))
    moved = heads.content_cosine((a + constant) / 2, (b + constant) / 2)
    torch.testing.assert_close(moved, heads.content_cosine(a, b))


def test_content_cosine_of_one_example_is_refused():
    with pytest.raises(ValueError, match="one example"):
        heads.content_cosine(patterns(1)[:1])
