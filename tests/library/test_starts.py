"""Many starts in one run equal single runs; the distance separates equal parts from others."""

import pytest
import torch
from multihead.model import normal
from multihead.tasks import LookUps
from multihead.train import distance, train, train_starts
from torch import nn

TASK = LookUps((1,), n_pos=3, n_content=2)  # tokens 5 wide, targets 2


class Linear(nn.Module):
    def __init__(self, g):
        super().__init__()
        self.W = normal(5, 5, 2, generator=g)

    def forward(self, x):
        return x @ self.W


class Two(nn.Module):
    def __init__(self, g, copied):
        super().__init__()
        self.parts = nn.ModuleList([Linear(g), Linear(g)])
        if copied:
            self.parts[1].load_state_dict(self.parts[0].state_dict())

    def forward(self, x):
        return self.parts[0](x) + self.parts[1](x)


def random_start(g):
    return Two(g, copied=False)


def copied(g):
    return Two(g, copied=True)


def test_starts_in_one_run_are_those_of_single_runs():
    seeds, options = [3, 11, 7], {"steps": 5, "batch": 2}
    both = train_starts([random_start, copied], TASK, seeds=seeds, **options)
    for i, make in enumerate((random_start, copied)):
        alone = train(make, TASK, seeds=seeds, **options)
        for name, p in alone.params.items():
            assert torch.equal(both.params[name][3 * i : 3 * i + 3], p)


def test_distance_is_zero_for_equal_parts_only():
    run = train_starts(
        [random_start, copied], TASK, seeds=range(3), steps=5, batch=2, checkpoints=(0,)
    )
    for params in (run.params, run.checkpoints[0]):
        assert (distance(params)[:3] > 0.01).all()
        assert (distance(params)[3:] == 0).all()


def test_distance_takes_the_largest_difference_of_either_sign():
    one_params = {"parts.0.a": torch.zeros(2, 3), "parts.0.b": torch.zeros(2, 1, 2)}
    two = {"parts.1.a": torch.tensor([[0.0, -5, 1], [0, 0, 0]]), "parts.1.b": torch.ones(2, 1, 2)}
    assert distance(one_params | two).tolist() == [5, 1]


@pytest.mark.parametrize("names", [["W"], ["parts.0.W"], ["parts.0.W", "parts.1.V"]])
def test_distance_needs_two_matching_parts(names):
    with pytest.raises(ValueError, match=r"ModuleList .*'parts'"):
        distance({name: torch.zeros(2, 3) for name in names})


def test_starts_must_have_the_same_shapes():
    with pytest.raises(ValueError, match="start 1 "):
        train_starts([random_start, Linear], TASK, seeds=[5], steps=1)
    with pytest.raises(ValueError, match=r"starts.* one"):
        train_starts([], TASK, seeds=[5], steps=1)
    with pytest.raises(ValueError, match=r"seeds \[5\].*once"):
        train_starts([random_start], TASK, seeds=[5, 5], steps=1)


def test_a_seed_that_diverges_is_named_with_its_start():
    def broken(generator):
        made = random_start(generator)
        if generator.initial_seed() == 2 * 17:
            with torch.no_grad():
                next(made.parameters()).fill_(torch.nan)
        return made

    with pytest.warns(RuntimeWarning) as heard:
        run = train_starts([random_start, broken], TASK, seeds=[5, 17], steps=2)
    assert [str(w.message) for w in heard] == [
        "no longer finite, by seed and step: {'start 1, seed 17': 0}"
    ]
    assert run.diverged == {3: 0}


def test_parts_of_different_shapes_have_no_distance():
    with pytest.raises(ValueError, match=r"\(2, 3\) .*\(2, 1\)"):
        distance({"parts.0.W": torch.zeros(2, 3), "parts.1.W": torch.zeros(2, 1)})
