"""Quick layers and the widget that shows a run's heads."""

import pytest
import torch
from multihead.attention import MultiHeadAttention
from multihead.explore import (
    EXAMPLES,
    fresh_examples,
    quick_layers,
    quick_wrong_layers,
    toggle_heads,
)
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from multihead.train.data import batches, start_generator


@pytest.fixture(scope="module")
def task():
    return LookUps((1, 3), n_pos=5, n_content=2)


@pytest.fixture(scope="module")
def run(task):
    def layer(g):
        return MultiHeadAttention(7, 3, 2, d_out=4, generator=g)

    return train(layer, task, seeds=[4, 6, 9], steps=3, batch=5, checkpoints=[0, 2])


def test_quick_layers_are_the_layers_of_the_chapters():
    def layer(g):
        return MultiHeadAttention(12, 3, 6, d_out=8, generator=g)

    adam = torch.optim.Adam
    plan = {"seeds": [1], "steps": 2, "batch": 4}
    own_adam = {"optimizer": lambda params: adam(params, lr=0.03, fused=True)}
    run, quick = (
        train(layer, LookUps((1, 2)), **plan, **own_adam),
        quick_layers(3, seeds=2, steps=2),
    )
    assert quick.seeds == [0, 1]
    assert torch.equal(run.losses[0], quick.losses[1])


def test_quick_wrong_layers_join_vectors_of_several_tokens():
    """Token 0 gets what head 0 makes of tokens 0 and 1, and no more."""
    correct, wrong = quick_layers(2, seeds=2, steps=1), quick_wrong_layers(2, seeds=2, steps=1)
    task, seed = LookUps((1, 2)), 1
    model = MultiHeadAttention(12, 2, 6, d_out=8, generator=start_generator(seed))
    x, y = next(batches(task, [seed], 4))
    z = model.heads(x[0]).z
    of_head_0, of_head_1 = (z[:, i].unflatten(1, (4, 2)).flatten(2) for i in (0, 1))
    joined = torch.cat([of_head_0, of_head_1], dim=1) @ torch.cat(list(model.W_O))
    loss = task.loss(joined, y[0])
    assert wrong.losses[seed, 0] == pytest.approx(loss.item(), rel=1e-5)
    assert wrong.losses[seed, 0] != pytest.approx(correct.losses[seed, 0].item(), rel=1e-3)


@pytest.mark.parametrize("make", [quick_layers, quick_wrong_layers])
def test_quick_layers_refuse_none(make):
    for wrong in ({"n_heads": 0}, {"n_heads": 2, "seeds": 0}):
        with pytest.raises(ValueError, match=r"=0.* 1 "):
            make(**wrong)


def test_fresh_examples_are_the_test_examples_of_the_chapters(task):
    for arguments, of in (((), LookUps((1, 2))), ((task,), task)):
        for example, expected in zip(
            fresh_examples(*arguments), of.sample(64, fresh_generator()), strict=True
        ):
            assert torch.equal(example, expected)


def test_the_widget_shows_the_end_of_all_seeds(run, task):
    widget = toggle_heads(run, task, heads=[2])
    assert widget.heads == [2]
    assert widget._seeds == ["4", "6", "9"]
    assert widget._steps == ["3"]
    assert widget._outputs == [["t-1", 2], ["t-3", 2]]
    assert widget._sizes["example"] == EXAMPLES


def test_the_widget_shows_the_checkpoints_asked_for(run, task):
    widget = toggle_heads(run, task, n_seeds=2, steps=[0, 2], step=0)
    assert widget._seeds == ["4", "6"]
    assert widget._steps == ["0", "2"]
    x, y = fresh_examples(task)
    loss = (run.model_of(4, step=0)(x) - y).square().mean().item()
    assert widget.fallback().rows[0][1] == f"{loss:.3g}"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_seeds": 4}, "4.* 3"),
        ({"n_seeds": 0}, "=0.* 1 "),
        ({"steps": [1]}, r"step 1\b.*\[0, 2\]"),
    ],
)
def test_the_widget_refuses_what_was_not_trained(run, task, options, message):
    with pytest.raises(ValueError, match=message):
        toggle_heads(run, task, **options)
