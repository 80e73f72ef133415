"""The sentence that can be read in two ways."""

import math

import pytest
import torch
from multihead.tasks import Telescope


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


def test_telescope_sentences():
    task = Telescope(n_nouns=3)
    x, y = task.sample(3000, rng())
    for tokens, (first, second) in zip(x[:20].tolist(), y[:20].tolist(), strict=True):
        sentence = [task.words[t] for t in tokens]
        assert sentence[1] == task.NOUNS[first]
        assert sentence[4] == task.NOUNS[second]
        sentence[1] = sentence[4] = "_"
        assert " ".join(sentence) == "the _ saw the _ with a telescope"
    pairs = torch.bincount(y[:, 0] * 3 + y[:, 1], minlength=9).view(3, 3) / 3000
    assert torch.equal(pairs.diag(), torch.zeros(3))
    assert (pairs[~torch.eye(3, dtype=torch.bool)] - 1 / 6).abs().max() < 0.03


def logits_at_the_end(nouns, n_nouns):
    logits = torch.zeros(len(nouns), 8, nouns.shape[1] * n_nouns)
    logits[:, -1] = torch.nn.functional.one_hot(nouns, n_nouns).flatten(-2) * 50.0
    return logits


def test_telescope_scores_are_what_the_docstring_says():
    both = Telescope("both", n_nouns=5)
    _, y = both.sample(4000, rng())
    assert both.score(logits_at_the_end(y, 5), y) == 1
    one_known = torch.stack([y[:, 0], (y[:, 0] + 1) % 5], dim=-1)
    assert float(both.score(logits_at_the_end(one_known, 5), y)) == pytest.approx(1 / 4, abs=0.03)
    none_known = torch.tensor([[0, 1]]).repeat(4000, 1)
    assert float(both.score(logits_at_the_end(none_known, 5), y)) == pytest.approx(1 / 20, abs=0.02)

    either = Telescope("either", n_nouns=5)
    x, y = either.sample(4000, rng())
    assert ((y[:, 0] == x[:, 1]) | (y[:, 0] == x[:, 4])).all()
    assert float((y[:, 0] == x[:, 1]).float().mean()) == pytest.approx(0.5, abs=0.03)
    blend = logits_at_the_end(x[:, [1]], 5) + logits_at_the_end(x[:, [4]], 5)
    assert float(either.loss(blend, y)) == pytest.approx(math.log(2), abs=1e-4)
    assert float(either.score(logits_at_the_end(x[:, [4]], 5), y)) == pytest.approx(0.5, abs=0.03)
