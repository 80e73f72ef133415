"""What heads look at and write."""

import pytest
import torch
from multihead import heads
from multihead.attention import MultiHeadAttention
from multihead.heads import (
    mean_pattern,
    written,
)


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
        ((3, 5), 1, r"\(3, 5\).*query, key"),
        ((5, 5), 5, "back=5 .*5 .* 0 to 4"),
        ((5, 5), -1, "back=-1 .*5 .* 0 to 4"),
    ],
)
def test_share_back_needs_a_square_pattern_and_a_place_on_the_ring(shape, back, message):
    with pytest.raises(ValueError, match=message):
        heads.share_back(torch.rand(shape), back)
