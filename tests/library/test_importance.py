"""How much a head matters: what its removal costs, and how much it writes."""

from functools import partial

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from multihead import heads
from multihead.attention import MultiHeadAttention, gated
from multihead.heads import (
    effective_heads,
    effective_number,
    mean_square,
    rank_correlation,
    written,
)
from multihead.tasks import LookUps
from multihead.train import train


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


TASK = LookUps((1, 2), n_pos=5, n_content=3)


@pytest.fixture(scope="module")
def run():
    def layer(g):
        return MultiHeadAttention(8, 2, 3, d_out=6, generator=g)

    return train(layer, TASK, seeds=[3, 5, 8], steps=5, batch=7, checkpoints=[0])


def test_ablation_is_the_loss_without_the_head(run):
    x, y = TASK.sample(11, rng())
    lost = run.each(partial(heads.ablation, TASK.loss), x, y)
    assert lost.shape == (3, 2)
    for i, seed in enumerate(run.seeds):
        for head in range(2):
            model = run.model_of(seed)
            full = TASK.loss(model(x), y).item()
            with torch.no_grad():
                model.W_O[head] = 0
            without = TASK.loss(model(x), y).item()
            assert lost[i, head].item() == pytest.approx(without - full, abs=1e-5)


def test_gradient_importance_is_the_mean_slope_of_single_examples(run):
    x, y = TASK.sample(11, rng())
    scores = run.each(partial(heads.gradient_importance, TASK.loss), x, y)
    assert scores.shape == (3, 2)
    model, step = run.model_of(5), 1e-3
    for head in range(2):
        slopes = []
        for i in range(11):
            batch = slice(i, i + 1)
            up, down = torch.ones(2), torch.ones(2)
            up[head], down[head] = 1 + step, 1 - step
            high, low = (TASK.loss(gated(model, g, x[batch]), y[batch]).item() for g in (up, down))
            slopes.append(abs(high - low) / (2 * step))
        assert scores[1, head].item() == pytest.approx(np.mean(slopes), rel=0.02, abs=1e-3)


def test_mean_square_is_one_number_for_each_head_of_each_seed():
    zeros = torch.zeros(2, 7, 3, 4, 5)
    zeros[1, 6, 2, 3, 4] = -2
    sizes = mean_square(zeros)
    assert sizes.shape == (2, 3)
    assert sizes[1, 2] == pytest.approx(4 / (7 * 4 * 5))
    assert sizes.count_nonzero() == 1


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("shape", [(3, 4, 5), (7, 3, 4, 0)])
def test_mean_square_needs_examples_heads_positions_and_outputs(shape):
    with pytest.raises(ValueError, match=r"\(\.\.\., batch, head, pos, width\)"):
        mean_square(torch.ones(shape))


def test_so_many_heads_are_effective_as_write_equally():
    for n in range(1, 6):
        sizes = torch.tensor([0.3] * n + [0.0] * (5 - n))
        assert effective_number(sizes) == pytest.approx(n)
    assert effective_number(torch.tensor([4.0, 1, 1, 0])) == 2


def test_no_head_writes_and_a_seed_that_diverged():
    sizes = torch.tensor([[0.0, 0, 0], [1, torch.nan, 1], [1, 1, 0]])
    number = effective_number(sizes)
    assert number[0] == 0
    assert number[1].isnan()
    assert number[2] == 2


@pytest.mark.parametrize(
    ("sizes", "message"),
    [(torch.ones(3, 0), " 1 .*heads"), (torch.tensor([1.0, -1e-9]), "negative")],
)
def test_the_effective_number_refuses(sizes, message):
    with pytest.raises(ValueError, match=message):
        effective_number(sizes)


def test_a_rank_correlation_compares_orders_and_not_sizes():
    a = torch.tensor([[1.0, 2, 30], [3, 1, 2], [1, torch.nan, 2]])
    b = torch.tensor([[0.1, 0.2, 0.21], [1, 3, 2], [1, 2, 3]])
    computed = rank_correlation(a, b)
    assert computed[:2].tolist() == pytest.approx([1, -1])
    assert computed[2].isnan()


@given(st.integers(0, 10**6))
def test_a_rank_correlation_is_the_correlation_of_the_ranks(seed):
    a, b = torch.rand(2, 2, 3, 7, generator=torch.Generator().manual_seed(seed))
    computed = rank_correlation(a, b)
    assert computed.shape == (2, 3)
    places = torch.stack([t[1, 2].argsort().argsort().double() for t in (a, b)])
    torch.testing.assert_close(computed[1, 2], torch.corrcoef(places)[0, 1])


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("other", [(5, 3), (4, 2), (4, 1)])
def test_a_rank_correlation_needs_the_same_two_or_more_heads(other):
    with pytest.raises(ValueError, match=r" 2 .*heads"):
        rank_correlation(
            torch.ones(4, 1) if other == (4, 1) else torch.ones(4, 3), torch.ones(other)
        )


def test_effective_heads_are_those_of_each_seed_and_step(run):
    x, _ = TASK.sample(6, rng())
    for step in (None, 0):
        computed = effective_heads(run, x, step=step)
        for number, seed in zip(computed, run.seeds, strict=True):
            sizes = written(run.model_of(seed, step=step), x).square().mean(dim=(0, 2, 3))
            assert number == pytest.approx((sizes.sum() ** 2 / (sizes**2).sum()).item())
    assert not torch.equal(effective_heads(run, x), effective_heads(run, x, step=0))
