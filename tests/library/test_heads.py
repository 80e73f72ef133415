"""What heads look at and write, and the number of heads that it makes."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from multihead.attention import MultiHeadAttention
from multihead.heads import (
    effective_heads,
    effective_number,
    mean_pattern,
    mean_square,
    rank_correlation,
    written,
)
from multihead.tasks import LookUps
from multihead.train import train


@pytest.fixture
def layer():
    return MultiHeadAttention(9, 3, 2, d_out=5, generator=torch.Generator().manual_seed(1))


@pytest.fixture
def x():
    return torch.randn(7, 4, 9, generator=torch.Generator().manual_seed(2))


def test_what_heads_write_adds_up_to_the_answer(layer, x):
    assert written(layer, x).shape == (7, 3, 4, 5)
    torch.testing.assert_close(written(layer, x).sum(dim=1), layer(x))


def test_a_mean_pattern_is_the_mean_over_the_examples(layer, x):
    one_by_one = [layer.heads(example).pattern for example in x]
    torch.testing.assert_close(mean_pattern(layer, x), sum(one_by_one) / 7)


def test_mean_square_is_one_number_for_each_head_of_each_seed():
    given = torch.zeros(2, 7, 3, 4, 5)
    given[1, 6, 2, 3, 4] = -2
    sizes = mean_square(given)
    assert sizes.shape == (2, 3)
    assert sizes[1, 2] == pytest.approx(4 / (7 * 4 * 5))
    assert sizes.count_nonzero() == 1


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("shape", [(3, 4, 5), (0, 3, 4, 5), (7, 3, 4, 0)])
def test_mean_square_needs_examples_heads_positions_and_outputs(shape):
    with pytest.raises(ValueError, match=r"give \(\.\.\., batch, head, pos, width\)"):
        mean_square(torch.ones(shape))


def test_so_many_heads_are_effective_as_write_equally():
    for n in range(1, 6):
        sizes = torch.tensor([0.3] * n + [0.0] * (5 - n))
        assert effective_number(sizes) == pytest.approx(n)
    assert effective_number(torch.tensor([4.0, 1, 1, 0])) == 2


def test_the_effective_number_is_between_1_and_all_and_knows_no_unit():
    sizes = torch.rand(11, 7, generator=torch.Generator().manual_seed(0))
    number = effective_number(sizes)
    assert number.shape == (11,)
    assert ((number > 1) & (number < 7)).all()
    torch.testing.assert_close(effective_number(1000 * sizes), number)


def test_no_head_writes_and_a_seed_that_diverged():
    sizes = torch.tensor([[0.0, 0, 0], [1, torch.nan, 1], [1, 1, 0]])
    number = effective_number(sizes)
    assert number[0] == 0
    assert number[1].isnan()
    assert number[2] == 2


@pytest.mark.parametrize(
    ("sizes", "message"),
    [(torch.ones(3, 0), "1 or more heads"), (torch.tensor([1.0, -1e-9]), "negative")],
)
def test_the_effective_number_refuses(sizes, message):
    with pytest.raises(ValueError, match=message):
        effective_number(sizes)


def test_a_rank_correlation_compares_orders_and_not_sizes():
    a = torch.tensor([[1.0, 2, 30], [3, 1, 2], [1, torch.nan, 2]])
    b = torch.tensor([[0.1, 0.2, 0.21], [1, 3, 2], [1, 2, 3]])
    found = rank_correlation(a, b)
    assert found[:2].tolist() == pytest.approx([1, -1])
    assert found[2].isnan()


@given(st.integers(0, 10**6))
def test_a_rank_correlation_is_the_correlation_of_the_ranks(seed):
    a, b = torch.rand(2, 2, 3, 7, generator=torch.Generator().manual_seed(seed))
    found = rank_correlation(a, b)
    assert found.shape == (2, 3)
    places = torch.stack([t[1, 2].argsort().argsort().double() for t in (a, b)])
    torch.testing.assert_close(found[1, 2], torch.corrcoef(places)[0, 1])


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("other", [(5, 3), (4, 2), (4, 1)])
def test_a_rank_correlation_needs_the_same_two_or_more_heads(other):
    with pytest.raises(ValueError, match="of 2 or more heads"):
        rank_correlation(
            torch.ones(4, 1) if other == (4, 1) else torch.ones(4, 3), torch.ones(other)
        )


def test_effective_heads_are_those_of_each_seed_and_step():
    def layer(g):
        return MultiHeadAttention(7, 3, 2, d_out=2, generator=g)

    task = LookUps((1,), n_pos=5, n_content=2)
    run = train(layer, task, seeds=[3, 8], steps=3, batch=5, checkpoints=[0])
    x, _ = task.sample(6, torch.Generator().manual_seed(0))
    for step in (None, 0):
        found = effective_heads(run, x, step=step)
        for number, seed in zip(found, run.seeds, strict=True):
            sizes = written(run.model_of(seed, step=step), x).square().mean(dim=(0, 2, 3))
            assert number == pytest.approx((sizes.sum() ** 2 / (sizes**2).sum()).item())
    assert not torch.equal(effective_heads(run, x), effective_heads(run, x, step=0))
