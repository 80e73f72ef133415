"""Sequences that begin again: what they hold, what counts, and what a perfect answer gets."""

import pytest
import torch
from multihead.tasks import Repeats
from multihead.train import fresh_generator

SMALL = Repeats(n_pos=11, n_symbols=7, periods=(3, 5))


def period_of(row) -> int:
    """Find the length of a piece by trying all."""
    return next(p for p in range(1, len(row)) if all(row[i] == row[i - p] for i in range(p, 11)))


def test_each_sequence_repeats_a_piece_of_different_symbols():
    tokens, _ = SMALL.sample(300, fresh_generator())
    periods = {period_of(row.tolist()) for row in tokens}
    assert periods == {3, 4, 5}
    for row in tokens.tolist():
        assert len(set(row)) == period_of(row)
    assert set(tokens.flatten().tolist()) == set(range(7))


def test_what_counts_is_known_from_what_came_before():
    """From the second symbol of the second copy on, and not at the last place."""
    tokens, target = SMALL.sample(100, fresh_generator())
    for row, wanted in zip(tokens.tolist(), target.tolist(), strict=True):
        period = period_of(row)
        for place in range(11):
            if period <= place < 10:
                earlier = row.index(row[place])
                assert earlier < place
                assert wanted[place] == row[earlier + 1] == row[place + 1]
            else:
                assert wanted[place] == -1


def test_only_what_counts_is_in_loss_and_score():
    _, target = SMALL.sample(5, fresh_generator())
    sure = 30 * torch.nn.functional.one_hot(target.clamp(0), 7).float()
    noise = torch.randn(5, 11, 7, generator=fresh_generator(1))
    logits = torch.where((target < 0)[..., None], noise, sure)
    assert SMALL.loss(logits, target) < 1e-6
    assert SMALL.score(logits, target) == 1
    assert SMALL.score(-logits, target) == 0
    even = torch.zeros(5, 11, 7)
    torch.testing.assert_close(SMALL.loss(even, target), torch.tensor(7.0).log())
    assert SMALL.score(torch.stack([logits, -logits]), target.expand(2, -1, -1)).tolist() == [1, 0]


def test_a_share_of_the_sequences_repeats():
    some = Repeats(11, 7, (3, 5), share=0.25)
    tokens, target = some.sample(2000, fresh_generator())
    repeats = (target >= 0).any(dim=1)
    assert 0.2 < repeats.double().mean() < 0.3
    others = tokens[~repeats]
    assert (others[:, 6:] == others[:, 3:8]).double().mean() < 0.2  # one in seven by chance
    assert some.loss(torch.zeros(3, 11, 7), torch.full((3, 11), -1)) == 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"n_symbols": 9}, " 5 to 10 .* 9"),
        ({"periods": (7, 5)}, " 7 to 5"),
        ({"n_pos": 11}, r"n_pos=11 .* 10 .* 12 "),
        ({"periods": (0, 5)}, "periods=0.* 1 "),
        ({"share": 0.0}, r"share=0\.0.*above 0"),
    ],
)
def test_what_does_not_fit_is_named(given, words):
    with pytest.raises(ValueError, match=words):
        Repeats(**given)
