"""What cannot be trained is refused before the first step."""

import pytest
import torch
from multihead.attention import MultiHeadAttention
from test_engine import Unscored, its_loss, layer, short
from torch import nn


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seeds": []}, "seeds.* one"),
        ({"seeds": [1, 2, 1]}, r"seeds \[1\].*once"),
        ({"steps": 0}, "steps=0.* 1 "),
        ({"batch": 0}, "batch=0.* 1 "),
        ({"data_seeds": [1, 2]}, "5 seeds .*2 data_seeds"),
        ({"checkpoints": [8]}, r"checkpoints \[8\] .*0 to steps=7"),
        ({"start": {"W_X": torch.zeros(5, 1)}}, "'W_X'.*W_Q"),
        ({"start": {"W_O": torch.zeros(4, 2, 3, 6)}}, r"\(4, 2, 3, 6\).*\(5, 2, 3, 6\)"),
        (
            {"model": lambda g: MultiHeadAttention(9, 2, 3, d_out=6, generator=g)},
            r"\(3, 5, 8\), \(3, 5, 6\)",
        ),
        ({"model": lambda g: MultiHeadAttention(8, 2, 3, d_out=1, generator=g)}, "d_out 6"),
        ({"loss": lambda m, x, y: (m(x) - y).square()}, r"\(3, 5, 6\).*one number"),
        ({"model": lambda g: nn.Dropout(0.5)}, "trained .*task|empty"),
        ({"optimizer": torch.optim.Adagrad}, "Adagrad .*seeds"),
    ],
)
def test_bad_input_is_refused_before_training(options, message, monkeypatch):
    monkeypatch.setattr(torch.optim.Adam, "step", lambda self: pytest.fail("trained a step"))
    with pytest.raises(ValueError, match=message):
        short(**options)


class Sampling:
    """A task that gives whatever ``draw(n)`` gives."""

    def __init__(self, draw):
        self.draw = draw

    def sample(self, n, generator):
        return self.draw(n)

    def loss(self, prediction, target):
        return (prediction - target).square().mean()


def frozen(generator):
    return layer(generator).requires_grad_(False)


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"model": lambda g: torch.zeros(3)}, TypeError, "Tensor"),
        ({"seeds": [1.5]}, TypeError, r"seeds .*1\.5.*whole"),
        ({"seeds": [2**31]}, ValueError, f"{2**31}.* 0 to {2**31 - 1}"),
        ({"steps": 2.0}, TypeError, r"steps .*2\.0.*whole"),
        ({"task": object()}, TypeError, r"object .*sample\(n, generator\)"),
        ({"task": object(), "loss": its_loss}, TypeError, "object .*task"),
        ({"task": Unscored()}, TypeError, r"Unscored .*loss\(prediction, target\)"),
        ({"task": Sampling(lambda n: ())}, TypeError, "tuple.*tensors"),
        ({"task": Sampling(lambda n: (torch.zeros(n, 2), 7))}, TypeError, "'Tensor', 'int'"),
        (
            {"task": Sampling(lambda n: (torch.zeros(n, 5, 8), torch.zeros(3, 5, 6)))},
            ValueError,
            r"\(510, 5, 8\), \(3, 5, 6\).* 510 ",
        ),
        ({"start": {"W_O": [1.0]}}, TypeError, r"start\['W_O'\] .*list.*tensor"),
        ({"model": frozen}, ValueError, "parameter .*loss.*none"),
        ({"loss": lambda m, x, y: y.mean()}, ValueError, "parameter .*loss.*W_Q, W_K"),
        ({"loss": lambda m, x, y: 1.0}, ValueError, "must only return Tensors"),
    ],
)
def test_what_is_no_seed_number_task_or_loss_is_refused(options, kind, message):
    with pytest.raises(kind, match=message):
        short(**options)


def test_the_largest_seed_trains():
    assert short(seeds=[2**31 - 1], steps=1).seeds == [2**31 - 1]


def test_checkpoints_may_be_given_one_by_one():
    assert sorted(short(checkpoints=iter([2, 0])).checkpoints) == [0, 2]


def test_models_that_do_not_stack_are_refused():
    def growing(generator):
        d_head = int(torch.randint(1, 9, (), generator=generator))
        return MultiHeadAttention(8, 2, d_head, d_out=6, generator=generator)

    with pytest.raises(ValueError, match=r"stack: seed 17 .*\(2, 8, .* seed"):
        short(growing)

    def doubling(generator):
        model = layer(generator)
        return model.double() if torch.rand((), generator=generator) < 0.5 else model

    with pytest.raises(ValueError, match=r"stack: .*torch\.float64"):
        short(doubling)
