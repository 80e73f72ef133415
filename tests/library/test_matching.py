"""Which head is which: matching finds a shuffle again."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from multihead import heads

SETTINGS = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 10**6)


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


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
    with pytest.raises(ValueError, match="NaN"):
        heads.match_heads(torch.tensor([[0.1, torch.nan]]))
    for shape in ((3, 2), (5, 3, 2)):
        with pytest.raises(ValueError, match=r"3 heads .*2"):
            heads.match_heads(torch.zeros(shape))


@pytest.mark.usefixtures("no_shape_checks")
def test_matching_refuses_what_is_no_table():
    for shape in ((2,), (), (0, 3), (3, 0), (5, 0, 0)):
        with pytest.raises(ValueError, match=r"\(.*\).*heads .*heads"):
            heads.match_heads(torch.zeros(shape))


def test_matching_no_seed_and_any_type():
    none = heads.match_heads(torch.zeros(0, 3, 3))
    assert (none.shape, none.dtype) == ((0, 3), torch.int64)
    for dtype in (torch.bfloat16, torch.float16, torch.float64):
        assert heads.match_heads(torch.eye(3, dtype=dtype).flip(0)).tolist() == [2, 1, 0]
