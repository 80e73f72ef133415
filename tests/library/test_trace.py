"""A step whose kernels were recorded gives the bits of the step, or is not used."""

import itertools

import pytest
import torch
from multihead.attention import MultiHeadAttention
from multihead.model import TokenModel
from multihead.tasks import DiscreteLookUps, LookUps
from multihead.train import engine, trace, train
from multihead.train.trace import TracedStep
from torch import nn

TASK = LookUps((1, 2), n_pos=5, n_content=3)
TOKENS = DiscreteLookUps((1, 3), n_pos=5, n_symbols=7)


def layer(generator):
    return MultiHeadAttention(8, 2, 3, d_out=6, generator=generator)


def two_layers(generator):
    options = {"d_model": 6, "n_layers": 2, "d_mlp": 11, "norm": True}
    return TokenModel(7, 5, 14, generator=generator, **options)


class Counting(nn.Module):
    """Writes to a buffer in each step."""

    def __init__(self, generator):
        super().__init__()
        self.layer = layer(generator)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        return self.layer(x) * self.calls


def traced_steps(monkeypatch) -> list[TracedStep]:
    """Trace however short a training is; return the steps that will be made."""
    made: list[TracedStep] = []

    class Noted(TracedStep):
        def __init__(self, step):
            super().__init__(step)
            made.append(self)

    monkeypatch.setattr(engine, "WORTH_A_TRACE", 1)
    monkeypatch.setattr(engine, "TracedStep", Noted)
    return made


@pytest.mark.parametrize("at_once", [4096, 6])  # one group of five seeds; 2 + 2 + 1
@pytest.mark.parametrize(("model", "task"), [(layer, TASK), (two_layers, TOKENS), (Counting, TASK)])
def test_a_recorded_training_has_the_same_bits(model, task, at_once, monkeypatch):
    monkeypatch.setattr(engine, "EXAMPLES_AT_ONCE", at_once)
    options = {"seeds": [17, 3, 101, 8, 5], "steps": 9, "batch": 3, "checkpoints": [0, 4]}
    plain = train(model, task, **options)
    steps = traced_steps(monkeypatch)
    recorded = train(model, task, **options)
    assert len(steps) == (1 if at_once == 4096 else 2)  # one for each number of seeds
    assert all(step.record for step in steps)
    assert torch.equal(recorded.losses, plain.losses)
    for name, p in plain.params.items():
        assert torch.equal(recorded.params[name], p)
        assert torch.equal(recorded.checkpoints[4][name], plain.checkpoints[4][name])


def test_short_trainings_are_not_recorded(monkeypatch):
    monkeypatch.setattr(engine, "TracedStep", None)
    train(layer, TASK, seeds=[5], steps=2)


def test_what_reads_a_number_is_not_recorded():
    def step(x):
        return [x * 2 if x.sum() > 0 else x * 3]

    one = TracedStep(step)
    assert [one(torch.tensor([n]))[0].item() for n in (1.0, -1.0, 2.0)] == [2.0, -3.0, 4.0]
    assert one.record is None


def test_what_depends_on_more_than_its_tensors_is_not_recorded():
    counter = itertools.count(1)
    step = TracedStep(lambda x: [x * next(counter)])
    results = [step(torch.ones(3))[0][0].item() for _ in range(4)]
    assert step.record is None
    assert results == [2.0, 3.0, 4.0, 5.0]  # the first call was the recording


def test_a_tool_that_fails_changes_nothing(monkeypatch):
    def broken(step):
        raise NotImplementedError("another PyTorch")

    monkeypatch.setattr(trace, "make_fx", broken)
    plain = train(layer, TASK, seeds=[5, 8], steps=5)
    steps = traced_steps(monkeypatch)
    recorded = train(layer, TASK, seeds=[5, 8], steps=5)
    assert [step.record for step in steps] == [None]
    assert torch.equal(recorded.losses, plain.losses)
