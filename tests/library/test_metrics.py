from functools import partial

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from multihead import heads, tasks
from multihead.attention import MultiHeadAttention
from multihead.model import TokenModel
from multihead.tasks import LookUps
from multihead.train import train
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


@pytest.mark.parametrize("size", [1e-38, 1e-30, 1e-23, 1e-12, 1e9, 1e12, 1e30, 1e37])
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
        with pytest.raises(ValueError, match=r"heads of shape .* none of them empty"):
            measure(a.narrow(axis, 0, 0))
    with pytest.raises(ValueError, match=r"heads of shape \(.*\); give \(\.\.\., "):
        measure(a[0])


@pytest.mark.usefixtures("no_shape_checks")
def test_one_key_matrix_for_two_heads_is_refused():
    with pytest.raises(ValueError, match=r"W_Q has shape \(3, 7, 2\) and W_K \(1, 7, 2\)"):
        heads.matching_matrix_cosine(matrices(0), matrices(1)[:1])


@pytest.mark.parametrize("wrong", [lambda p: 2 * p, lambda p: p / 2, lambda p: 2 * p - p.flip(-1)])
def test_js_refuses_rows_that_are_no_shares(wrong):
    p = patterns(0)
    for pair in ((wrong(p),), (p, wrong(p))):
        with pytest.raises(ValueError, match="negative share or a row that does not sum to 1"):
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
    with pytest.raises(ValueError, match="apart from the number of heads"):
        measure(a, a[..., :-1, :])
    with pytest.raises(ValueError, match="cannot compare heads"):
        measure(a, a.unsqueeze(0))


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("name", ["pattern_cosine", "output_cosine"])
def test_a_cosine_refuses_what_would_broadcast(name):
    measure, make, *_ = MEASURES[name]
    a = make(0)
    for one in (a[..., :1], a[:1]):
        with pytest.raises(ValueError, match="cannot compare heads"):
            measure(a, one)


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
    a, b, whole = q[None, :, :2], q[None, :, 2:5], q[None, :, :5]
    mixed = a @ torch.tensor([[1.0, 3.0, 2.0], [0.5, -1.0, 4.0]], dtype=torch.double)
    assert float(heads.subspace_overlap(a, b)) == pytest.approx(0, abs=1e-12)
    assert float(heads.subspace_overlap(a, whole)) == pytest.approx(1)
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


def test_random_subspaces_overlap_as_stated():
    a, b = matrices(0, 400), matrices(1, 400)
    assert float(heads.subspace_overlap(a, b).mean()) == pytest.approx(2 / 7, abs=0.02)


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


TASK = LookUps((1, 2), n_pos=5, n_content=3)


def test_ablation_is_the_loss_without_the_head():
    run = train(
        lambda g: MultiHeadAttention(8, 2, 3, d_out=6, generator=g),
        TASK,
        seeds=[3, 5, 8],
        steps=20,
        batch=7,
    )
    x, y = TASK.sample(11, rng())
    lost = run.each(partial(heads.ablation, TASK.loss), x, y)
    assert lost.shape == (3, 2)
    for i, seed in enumerate(run.seeds):
        for head in range(2):
            model = run.model_of(seed)
            whole = TASK.loss(model(x), y).item()
            with torch.no_grad():
                model.W_O[head] = 0
            without = TASK.loss(model(x), y).item()
            assert lost[i, head].item() == pytest.approx(without - whole, abs=1e-5)


def test_gradient_importance_is_the_mean_slope_of_single_examples():
    run = train(
        lambda g: MultiHeadAttention(8, 2, 3, d_out=6, generator=g),
        TASK,
        seeds=[3, 5, 8],
        steps=5,
        batch=7,
    )
    x, y = TASK.sample(11, rng())
    scores = run.each(partial(heads.gradient_importance, TASK.loss), x, y)
    assert scores.shape == (3, 2)
    model, step = run.model_of(5), 1e-3
    for head in range(2):
        slopes = []
        for i in range(11):
            one = slice(i, i + 1)
            up, down = torch.ones(2), torch.ones(2)
            up[head], down[head] = 1 + step, 1 - step
            high, low = (TASK.loss(model(x[one], gate=g), y[one]).item() for g in (up, down))
            slopes.append(abs(high - low) / (2 * step))
        assert scores[1, head].item() == pytest.approx(np.mean(slopes), rel=0.02, abs=1e-3)


def test_a_head_that_writes_nothing_matters_nothing():
    model = TokenModel(6, 5, 12, d_model=6, n_heads=3, n_layers=2, generator=rng())
    with torch.no_grad():
        model.layers[1].W_O[2] = 0
    tokens = torch.randint(6, (7, 5), generator=rng(1))

    def loss(prediction, target):
        return prediction.square().mean() + 0 * target.sum()

    for measure in (heads.ablation, heads.gradient_importance):
        matters = measure(loss, model, tokens, tokens)
        assert matters.shape == (2, 3)
        assert matters[1, 2] == 0
        assert (matters != 0).sum() == 5


@given(seed=seeds, n=st.integers(1, 5))
@SETTINGS
def test_matching_finds_a_shuffle_again(seed, n):
    order = torch.stack([torch.randperm(n, generator=rng(seed + i)) for i in range(3)])
    similarity = torch.rand(3, n, n, generator=rng(seed)) * 0.4
    similarity.scatter_(-1, order.unsqueeze(-1), 1.0)
    assert torch.equal(heads.match_heads(similarity), order)
    assert torch.equal(heads.match_heads(similarity[0]), order[0])


def test_matching_beats_taking_the_best_for_each():
    similarity = torch.tensor([[0.9, 0.8], [0.85, 0.1]])
    assert heads.match_heads(similarity).tolist() == [1, 0]
    assert heads.match_heads(torch.tensor([[0.1, 0.2, 0.9]])).tolist() == [2]


def test_matching_refuses_what_has_no_answer():
    with pytest.raises(ValueError, match="holds NaN"):
        heads.match_heads(torch.tensor([[0.1, torch.nan]]))
    for shape in ((3, 2), (5, 3, 2)):
        with pytest.raises(ValueError, match="3 heads cannot each have their own partner among 2"):
            heads.match_heads(torch.zeros(shape))


@pytest.mark.usefixtures("no_shape_checks")
def test_matching_refuses_what_is_no_table():
    for shape in ((2,), (), (0, 3), (3, 0), (5, 0, 0)):
        with pytest.raises(ValueError, match="heads of a, heads of b"):
            heads.match_heads(torch.zeros(shape))


def test_matching_no_seed_and_any_type():
    none = heads.match_heads(torch.zeros(0, 3, 3))
    assert (none.shape, none.dtype) == ((0, 3), torch.int64)
    for dtype in (torch.bfloat16, torch.float16, torch.float64):
        assert heads.match_heads(torch.eye(3, dtype=dtype).flip(0)).tolist() == [2, 1, 0]


@given(seed=seeds)
@SETTINGS
def test_r2_extremes(seed):
    y = torch.randn(4, 3, 5, dtype=torch.double, generator=rng(seed))
    assert tasks.r2(y, y, dims=3) == 1
    assert float(tasks.r2(y.mean().expand_as(y), y, dims=3)) == pytest.approx(0, abs=1e-12)
    assert tasks.r2(-5 * y, y, dims=3) < -5
    seedwise = tasks.r2(torch.stack([y, 0 * y]), y, dims=3)
    assert seedwise.shape == (2,)
    assert seedwise[0] == 1


def test_accuracy_extremes():
    y = torch.tensor([[0, 2, 1]])
    right = torch.nn.functional.one_hot(y, 3).double()
    assert tasks.accuracy(right, y, dims=2) == 1
    assert tasks.accuracy(-right, y, dims=2) == 0
    assert tasks.accuracy(torch.stack([right, -right]), y, dims=2).tolist() == [1, 0]
    assert float(tasks.accuracy(torch.tensor([[1.0, 0, 0]] * 3), y[0])) == pytest.approx(1 / 3)


Y = torch.randn(5, 3, generator=rng())


@pytest.mark.parametrize(
    ("prediction", "target", "dims", "message"),
    [
        (Y[:, :1], Y, 2, r"gives \(5, 1\) where the task wants \(5, 3\); make the model's d_out 3"),
        (Y[:1], Y, 2, r"gives \(1, 3\) where the task wants \(5, 3\)$"),
        (Y[:, 0], Y[:, :1], 1, r"gives \(5,\) where the task wants \(5, 1\)"),
        (Y[0], Y[0], 2, r"target has shape \(3,\); give 2 axes"),
        (Y[:0], Y[:0], 2, r"target has shape \(0, 3\); give 2 axes, none of them empty"),
        (Y, torch.full((5, 3), 0.1), 2, r"shape \(5, 3\) is constant over its last 2 axes"),
        (Y, torch.stack([Y[0], 0 * Y[0]])[:, None].expand(2, 5, 3)[:, 0], 1, "is constant"),
    ],
)
def test_r2_refuses(prediction, target, dims, message):
    with pytest.raises(ValueError, match=message):
        tasks.r2(prediction, target, dims)


@pytest.mark.parametrize("size", [1e-30, 1e30])
def test_r2_of_large_and_small_numbers(size):
    torch.testing.assert_close(tasks.r2(-size * Y, size * Y, 2), tasks.r2(-Y, Y, 2))


def test_r2_of_a_diverged_seed_is_nan_and_runs_under_vmap():
    both = torch.stack([Y.flip(0), torch.nan * Y])
    scores = tasks.r2(both, Y, 2)
    assert scores[0] == tasks.r2(Y.flip(0), Y, 2)
    assert scores[1].isnan()
    torch.testing.assert_close(
        torch.vmap(lambda p, y: tasks.r2(p, y, 2))(both, both.flip(1)),
        tasks.r2(both, both.flip(1), 2),
        equal_nan=True,
    )


def test_accuracy_of_nan_is_nan_for_its_seed():
    logits = torch.tensor([[2.0, 1, 0], [3, 1, 2]])
    seeds = torch.stack([logits, torch.nan * logits])
    assert tasks.accuracy(seeds, torch.zeros(2).long())[0] == 1
    assert tasks.accuracy(seeds, torch.zeros(2).long())[1].isnan()


@pytest.mark.parametrize("wrong", [lambda p: p[:1], lambda p: p[:, :1], lambda p: p[0]])
def test_accuracy_refuses_what_would_broadcast(wrong):
    with pytest.raises(ValueError, match=r"logits for \(.*\) answers where .* \(4, 5\)"):
        tasks.accuracy(wrong(torch.ones(4, 5, 3)), torch.ones(4, 5).long(), dims=2)


@pytest.mark.parametrize("back", [0, 1, 3, 4])
def test_share_back_reads_the_key_that_many_tokens_before_on_a_ring(back):
    pattern = torch.rand(2, 3, 5, 5)
    share = heads.share_back(pattern, back)
    by_hand = sum(pattern[..., t, (t - back) % 5] for t in range(5)) / 5
    assert share.shape == (2, 3)
    torch.testing.assert_close(share, by_hand)


@pytest.mark.parametrize(
    ("shape", "back", "message"),
    [
        ((3, 5), 1, r"shape \(3, 5\); give"),
        ((5, 5), 5, "back=5 on a ring of 5 tokens; use 0 to 4"),
        ((5, 5), -1, "back=-1 on a ring of 5"),
    ],
)
def test_share_back_needs_a_square_pattern_and_a_place_on_the_ring(shape, back, message):
    with pytest.raises(ValueError, match=message):
        heads.share_back(torch.rand(shape), back)
