"""R² and the share of right answers: their extremes, and what they refuse."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from multihead import tasks

SETTINGS = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 10**6)


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


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
        (Y[:, :1], Y, 2, r"\(5, 1\),.*\(5, 3\).*d_out 3"),
        (Y[:1], Y, 2, r"\(1, 3\),.*\(5, 3\)$"),
        (Y[0], Y[0], 2, r"target .*\(3,\).* 2 axes"),
        (Y[:0], Y[:0], 2, r"target .*\(0, 3\).* 2 axes.*empty"),
        (Y, torch.stack([Y[0], 0 * Y[0]])[:, None].expand(2, 5, 3)[:, 0], 1, "constant"),
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
    with pytest.raises(ValueError, match=r"logits .*\(.*\).* \(4, 5\)"):
        tasks.accuracy(wrong(torch.ones(4, 5, 3)), torch.ones(4, 5).long(), dims=2)
