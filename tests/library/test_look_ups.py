"""The look-ups, and what every task keeps."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from multihead.language import Grammar
from multihead.tasks import DiscreteLookUps, LookUps, Telescope, current_word, squared_error


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


@st.composite
def sizes_of_look_ups(draw):
    n_pos = draw(st.integers(2, 7))
    offsets = draw(st.lists(st.integers(0, n_pos - 1), min_size=1, max_size=3, unique=True))
    return tuple(offsets), n_pos, draw(st.integers(1, 5))


@given(sizes=sizes_of_look_ups(), n=st.integers(1, 3))
@settings(max_examples=30, deadline=None)
def test_look_ups_copy_the_content_round_the_ring(sizes, n):
    task = LookUps(*sizes)
    x, y = task.sample(n, rng())
    c = task.n_content
    assert x.shape == (n, task.n_pos, task.d_model)
    assert y.shape == (n, task.n_pos, task.d_out)
    for t in range(task.n_pos):
        assert x[0, t, c:].tolist() == [float(t == j) for j in range(task.n_pos)]
        for i, offset in enumerate(task.offsets):
            source = (t - offset) % task.n_pos
            assert torch.equal(y[:, t, i * c : (i + 1) * c], x[:, source, :c])


@pytest.mark.parametrize(
    "task", [LookUps(noise=0.5), DiscreteLookUps(), Telescope("either"), Grammar()]
)
def test_all_randomness_is_the_generators(task):
    torch.manual_seed(1)
    first = task.sample(5, rng(3))
    torch.manual_seed(2)
    repeated, other = task.sample(5, rng(3)), task.sample(5, rng(4))
    assert all(torch.equal(a, b) for a, b in zip(first, repeated, strict=True))
    assert not torch.equal(first[0], other[0])


def test_contents_are_standard_normal():
    x, _ = LookUps().sample(20_000, rng())
    content = x[..., :4]
    assert content.mean().abs() < 0.01
    assert abs(content.std() - 1) < 0.01


@pytest.mark.parametrize(("relations", "n_heads"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 5)])
def test_best_r2_is_what_fixed_patterns_and_least_squares_reach(relations, n_heads):
    task = LookUps(tuple(range(1, relations + 1)), n_pos=5, n_content=3)
    x, y = task.sample(4000, rng())
    content = x[..., :3]

    def reached_r2(patterns):  # (head, query, key): average the contents, then fit the readout
        z = torch.cat([p @ content for p in patterns], dim=-1).flatten(0, 1)
        fit = torch.linalg.lstsq(z, y.flatten(0, 1), driver="gelsd").solution
        return float(task.score((z @ fit).view(y.shape), y))

    shift = [torch.eye(5).roll(-o, dims=1) for o in task.offsets]
    best = task.best_r2(n_heads)
    assert best == min(1, n_heads / relations)
    assert reached_r2((shift * 2)[:n_heads]) == pytest.approx(best, abs=0.01)
    for seed in range(20):
        patterns = torch.randn(n_heads, 5, 5, generator=rng(seed)).mul(2).softmax(-1)
        assert reached_r2(patterns) < best + 0.01


def test_noise_lowers_the_best_score_as_stated():
    task = LookUps((1,), noise=0.7)
    x, y = task.sample(20_000, rng())
    truth = x[..., :4].roll(1, dims=1)
    assert float(task.score(truth, y)) == pytest.approx(task.best_r2(1), abs=0.005)


def test_current_word_is_the_token_itself():
    task = current_word(n_pos=3, n_content=2)
    x, y = task.sample(7, rng())
    assert torch.equal(y, x[..., :2])
    assert task.best_r2(1) == 1


def test_discrete_look_ups_name_the_tokens():
    task = DiscreteLookUps((0, 3), n_pos=5, n_symbols=7)
    x, y = task.sample(2000, rng())
    assert x.shape == (2000, 5)
    assert y.shape == (2000, 5, 2)
    for t in range(5):
        assert torch.equal(y[:, t, 0], x[:, t])
        assert torch.equal(y[:, t, 1], x[:, (t - 3) % 5])
    assert torch.bincount(x.flatten(), minlength=7).div(10_000).sub(1 / 7).abs().max() < 0.02
    perfect = torch.nn.functional.one_hot(y, 7).float().flatten(-2) * 100
    assert task.score(perfect, y) == 1
    assert task.loss(perfect, y) < 1e-6
    half = perfect.clone()
    half[..., 7:] = 0
    half[..., 7] = 1  # always symbol 0 for the second answer
    assert float(task.score(half, y)) == pytest.approx(0.5 + 0.5 / 7, abs=0.01)
    assert float(task.loss(torch.zeros(2000, 5, 14), y)) == pytest.approx(math.log(7))


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LookUps(()), r"offsets.* one .*offsets=\(1, 2\)"),
        (lambda: LookUps((1, 9), n_pos=8), r"\(1, 9\).* 8"),
        (lambda: LookUps(noise=math.inf), "noise=inf.*finite"),
        (lambda: LookUps().best_r2(0), "n_heads=0"),
        (lambda: DiscreteLookUps((2, 2)), r"\(2, 2\)"),
        (lambda: DiscreteLookUps(n_symbols=1), "n_symbols=1.* 2 "),
        (lambda: Telescope("one"), "answer='one'.*'both' .*'either'"),
        (lambda: Telescope(n_nouns=1), "n_nouns=1.* 2 to 8"),
        (lambda: squared_error(torch.ones(3, 1), torch.ones(3, 4)), r"\(3, 1\).*d_out 4"),
        (
            lambda: Telescope().loss(torch.ones(2, 8, 7), torch.ones(2, 2).long()),
            r"\(2, 8, 7\),.* 2 x 6 .* d_out 12",
        ),
    ],
)
def test_bad_input(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LookUps(n_pos=2.5), r"n_pos=2\.5.*whole"),
        (lambda: LookUps(2), "offsets=2.*whole"),
        (lambda: LookUps((1, 2.5)), r"offsets .*2\.5.*whole"),
        (lambda: LookUps().best_r2(1.5), r"n_heads=1\.5.*whole"),
    ],
)
def test_numbers_that_are_not_whole(make, message):
    with pytest.raises(TypeError, match=message):
        make()


TASKS = [LookUps((1, 3), 5, 2), DiscreteLookUps((1, 3), 5, 3), Telescope(n_nouns=3)]


def answer_to(task, n):
    _, y = task.sample(n, rng())
    if task is TASKS[0]:
        return torch.randn(y.shape, generator=rng(1)), y
    return torch.randn(n, task.n_pos, 6, generator=rng(1)), y


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize(
    "wrong", [lambda p: p[..., :1], lambda p: p[:1], lambda p: p[:3], lambda p: p.sum()]
)
def test_score_refuses_what_loss_refuses_in_the_same_words(task, wrong):
    prediction, y = answer_to(task, 4)
    with pytest.raises(ValueError, match="task") as of_loss:
        task.loss(wrong(prediction), y)
    with pytest.raises(ValueError, match="task") as of_score:
        task.score(wrong(prediction), y)
    assert str(of_score.value) == str(of_loss.value)
    assert str(tuple(wrong(prediction).shape[:1]))[:-1] in str(of_score.value)


@pytest.mark.parametrize("task", TASKS)
def test_a_diverged_seed_has_no_score_and_does_not_affect_the_others(task):
    prediction, y = answer_to(task, 4)
    scores = task.score(torch.stack([prediction, torch.nan * prediction]), y)
    assert scores[0] == task.score(prediction, y)
    assert scores[1].isnan()
