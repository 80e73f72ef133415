"""The layers that are trained for the first picture of a page."""

import pytest
import torch
from multihead.attention import MultiHeadAttention
from multihead.metrics import share_back
from multihead.tasks import LookUps
from multihead.train import train
from multihead.train.data import fresh_generator
from multihead.trained import two_look_ups


def test_patterns_are_the_mean_over_fresh_examples():
    pattern = two_look_ups(seeds=[4, 7], n_heads=3, steps=5)
    assert pattern.shape == (2, 3, 8, 8)
    torch.testing.assert_close(pattern.sum(dim=-1), torch.ones(2, 3, 8))
    task = LookUps((1, 2))

    def layer(generator):
        return MultiHeadAttention(12, 3, d_head=6, d_out=8, generator=generator)

    seed_7 = train(layer, task, seeds=[7], steps=5).model_of(7)
    x, _ = task.sample(100, fresh_generator())
    with torch.no_grad():
        torch.testing.assert_close(pattern[1], seed_7.heads(x).pattern.mean(dim=0))


def test_two_heads_take_a_job_each():
    pattern = two_look_ups(seeds=range(5))
    on_jobs = torch.stack([share_back(pattern, back) for back in (1, 2)])  # (job, seed, head)
    one, two = on_jobs.argmax(dim=0).unbind(dim=1)
    assert (one != two).sum() >= 4


@pytest.mark.parametrize(
    ("options", "message"),
    [({"seeds": [1], "n_heads": 0}, "n_heads"), ({"seeds": [1], "steps": 0}, "steps")],
)
def test_sizes_are_checked(options, message):
    with pytest.raises(ValueError, match=message):
        two_look_ups(**options)
