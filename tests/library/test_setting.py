"""One variable changes every training, and a seed is still the seed that is trained alone."""

import math
import subprocess
import sys
from dataclasses import dataclass
from functools import partial

import pytest
import torch
from conftest import ROOT
from multihead import setting
from multihead.attention import MultiHeadAttention, PositionOnlyAttention, attention
from multihead.explore import quick_layers
from multihead.heads import head_pair
from multihead.model import LayerNorm, TokenModel
from multihead.setting import Setting
from multihead.tasks import DiscreteLookUps, LookUps, current_word
from multihead.train import train, train_starts
from multihead.train.data import batches, perturbation_generator, start_generator

TASK = LookUps((1, 2), n_pos=5, n_content=3)
PLAN = {"steps": 6, "batch": 4}
RATE = 0.03  # of Adam, if nothing else is said


def layer(generator):
    return MultiHeadAttention(TASK.d_model, 2, 3, d_out=TASK.d_out, generator=generator)


def trained(text="", seeds=(3, 5, 7), model=layer, task=TASK, **options):
    with setting.using(text):
        return train(model, task, seeds=seeds, **PLAN | options)


def same(one, other):
    return all(torch.equal(one[name], other[name]) for name in one)


def test_the_book_is_trained_as_it_says():
    assert setting.read("") == Setting() == setting.current()
    assert str(Setting()) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "speed=3",
            "'speed=3' is not a setting; use one of rate, batch, steps, start, width, n_pos",
        ),
        ("rate", "'rate'; give a number, e.g. rate=3"),
        ("n_pos=2.5", "'n_pos=2.5'; give a whole number, e.g. n_pos=3"),
        ("rate=3 rate=2", "rate is given twice"),
        ("rate=0", "rate=0.0; use a factor above 0"),
        ("batch=inf", "batch=inf; use a factor above 0"),
        ("steps=0", "steps=0.0; use a factor above 0"),
        ("width=nan", "width=nan; use a factor above 0"),
        ("n_content=0", "n_content=0; use 1 or more"),
        ("attention_dropout=1", "attention_dropout=1.0; use a share from 0 to below 1"),
        ("noise=-1", "noise=-1.0; use a standard deviation, 0 or more"),
        ("pre_norm=2", "pre_norm=2; use 0 or 1"),
        ("optimizer=Lion", "optimizer=Lion; use one of Adam, AdamW, SGD, momentum"),
    ],
)
def test_what_is_no_setting_says_what_is(text, said):
    with pytest.raises(ValueError, match="MANY_HEADS_SETTING") as error:
        setting.read(text)
    assert said in str(error.value)


def test_a_setting_is_written_as_it_is_read():
    text = "rate=3 n_pos=7 optimizer=SGD attention_dropout=0.1"
    assert str(setting.read(text)) == text


def test_the_setting_of_a_block_ends_with_it():
    with setting.using("rate=3") as changed:
        assert setting.current() == changed == Setting(rate=3)
    with pytest.raises(ValueError, match="n_pos"), setting.using("rate=3"):
        setting.read("n_pos=0")
    assert setting.current() == Setting()


# ---- What training takes from it -----------------------------------------------------------


def test_the_rate_is_that_of_every_optimiser():
    adam = torch.optim.Adam
    three = trained("rate=3").params
    assert same(three, trained(optimizer=lambda p: adam(p, lr=3 * RATE, fused=True)).params)
    sgd = trained("rate=3", optimizer=lambda p: torch.optim.SGD(p, lr=0.1)).params
    assert same(sgd, trained(optimizer=lambda p: torch.optim.SGD(p, lr=3 * 0.1)).params)


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("AdamW", lambda p: torch.optim.AdamW(p, lr=RATE, weight_decay=0.1, fused=True)),
        ("SGD", lambda p: torch.optim.SGD(p, lr=30 * RATE)),
        ("momentum", lambda p: torch.optim.SGD(p, lr=30 * RATE, momentum=0.9)),
    ],
)
def test_another_optimiser_stands_in_place_of_adam_only(name, instead):
    assert same(trained(f"optimizer={name}").params, trained(optimizer=instead).params)
    own = {"optimizer": lambda p: torch.optim.SGD(p, lr=0.1)}
    assert same(trained(f"optimizer={name}", **own).params, trained(**own).params)


def test_batches_are_a_part_of_the_chapters_and_never_empty():
    assert same(trained("batch=0.5").params, trained(batch=2).params)
    assert same(trained("batch=0.1").params, trained(batch=1).params)


def test_more_steps_come_with_later_checkpoints():
    twice = trained("steps=2", checkpoints=[0, 1, 3])
    longer = trained(steps=12, checkpoints=[0, 2, 6])
    assert twice.losses.shape == longer.losses.shape == (3, 12)
    for asked, reached in zip([0, 1, 3], [0, 2, 6], strict=True):
        assert same(twice.checkpoints[asked], longer.checkpoints[reached])
    short = trained("steps=0.1", checkpoints=[1, 6])
    assert same(short.checkpoints[1], short.checkpoints[6])
    assert short.losses.shape == (3, 1)


def test_a_start_is_scaled_but_not_one_that_is_given():
    first = trained("start=0.3", checkpoints=[0]).checkpoints[0]
    usual = trained(checkpoints=[0]).checkpoints[0]
    assert all(torch.equal(first[name], 0.3 * usual[name]) for name in usual)
    given = trained("start=0.3", checkpoints=[0], start=usual).checkpoints[0]
    assert same(given, usual)


def test_several_starts_are_scaled_once_and_equal_heads_stay_equal():
    def pair(generator, equal=""):
        return head_pair(generator, TASK, d_head=3, equal=equal)

    starts = [partial(pair, equal="QKVO"), pair]
    with setting.using("start=0.3"):
        run = train_starts(starts, TASK, seeds=[3, 5], checkpoints=[0], **PLAN)
    own = pair(start_generator(3)).parts[0].W_Q
    assert torch.equal(run.checkpoints[0]["parts.0.W_Q"][2], 0.3 * own)
    assert torch.equal(*(run.params[f"parts.{i}.W_V"][:2] for i in (0, 1)))


def test_the_rate_rises_and_then_falls_along_a_cosine():
    warm = Setting(rate=2, warmup=0.2)
    rates = [warm.rate_at(step, 10) for step in range(1, 11)]
    assert rates[:2] == [1, 2]
    assert rates[5] == pytest.approx(1)
    assert rates[9] == pytest.approx(0, abs=1e-12)
    assert [Setting(rate=3).rate_at(step, 10) for step in (1, 10)] == [3, 3]


def test_training_follows_the_rate_of_each_step():
    def by_hand(text):
        (x, y), rates = next(batches(TASK, [3], 4)), setting.read(text)
        model, stream = layer(start_generator(3)), batches(TASK, [3], 4)
        for step in range(1, 7):
            x, y = next(stream)
            model.zero_grad()
            TASK.loss(model(x[0]), y[0]).backward()
            for weights in model.parameters():
                weights.data -= rates.rate_at(step, 6) * 0.1 * weights.grad
        return dict(model.named_parameters())

    text = "rate=2 warmup=0.4"
    run = trained(text, seeds=[3], optimizer=lambda p: torch.optim.SGD(p, lr=0.1))
    for name, weights in by_hand(text).items():
        torch.testing.assert_close(run.params[name][0], weights.detach())


# ---- Noise and dropout ---------------------------------------------------------------------


def test_targets_of_training_have_noise_of_each_seeds_own():
    noisy, clean = trained("noise=0.5").losses[:, 0], trained().losses[:, 0]
    g = perturbation_generator(5)
    x, y = next(batches(TASK, [5], 4))
    y = y[0] + 0.5 * torch.randn(y[0].shape, generator=g)
    torch.testing.assert_close(noisy[1], TASK.loss(layer(start_generator(5))(x[0]), y).detach())
    assert (noisy != clean).all()


def test_tokens_as_targets_have_no_noise():
    task = DiscreteLookUps((1,), n_pos=5, n_symbols=3)
    model = lambda g: TokenModel(3, 5, 3, generator=g)  # noqa: E731
    assert same(
        trained("noise=1", model=model, task=task).params, trained(model=model, task=task).params
    )


def test_dropout_is_on_the_weights_of_attention():
    """Each pattern times its mask, as PyTorch's dropout does it, before the values."""
    g, share = perturbation_generator(5), 0.4
    x, y = (t[0] for t in next(batches(TASK, [5], 4)))
    model = layer(start_generator(5))
    pattern = model.heads(x).pattern
    mask = (torch.rand(pattern.shape, generator=g) >= share) / (1 - share)
    z = (pattern * mask) @ (x[:, None] @ model.W_V)
    loss = TASK.loss(model.write(z).sum(dim=1), y).detach()
    run = trained(f"attention_dropout={share}")
    torch.testing.assert_close(run.losses[1, 0], loss)


class OwnHeads(torch.nn.Module):
    """Two heads as chapters write them, with the function ``attention``."""

    def __init__(self, generator):
        super().__init__()
        self.layer = layer(generator)

    def forward(self, x):
        x, of = x[:, None], self.layer
        z, _ = attention(x @ of.W_Q, x @ of.W_K, x @ of.W_V)
        return (z @ of.W_O).sum(dim=1)


def test_dropout_reaches_heads_that_a_chapter_writes():
    own = trained("attention_dropout=0.4", model=OwnHeads).losses
    torch.testing.assert_close(own, trained("attention_dropout=0.4").losses, rtol=1e-3, atol=1e-4)


def test_what_is_trained_drops_nothing_when_it_is_used():
    run = trained("attention_dropout=0.4")
    x, _ = TASK.sample(3, perturbation_generator(1))
    assert torch.equal(run.predict(x), run.predict(x))
    assert torch.equal(run.predict(x)[1], run.model_of(5)(x)) or torch.allclose(
        run.predict(x)[1], run.model_of(5)(x), atol=1e-6
    )


EVERYTHING = "rate=2 batch=0.5 start=0.7 width=1.5 optimizer=AdamW "
EVERYTHING += "attention_dropout=0.2 warmup=0.3 noise=0.4"


@pytest.mark.parametrize("text", ["attention_dropout=0.2", "noise=0.4", "warmup=0.3", EVERYTHING])
@pytest.mark.parametrize("steps", [6, 420])  # the second is traced
def test_a_seed_among_others_is_the_seed_alone_to_the_bit(text, steps):
    among = trained(text, seeds=(3, 5, 7, 11), steps=steps)
    alone = trained(text, seeds=[7], steps=steps)
    assert same({n: p[2:3] for n, p in among.params.items()}, alone.params)
    assert torch.equal(among.losses[2:3], alone.losses)


# ---- What tasks and layers take from it ----------------------------------------------------


def test_tasks_take_their_sizes_from_it():
    with setting.using("n_pos=7 n_content=5"):
        tasks = LookUps((1, 2)), current_word(), DiscreteLookUps((1, 2))
        assert [task.n_pos for task in tasks] == [7, 7, 7]
        assert [task.n_content for task in tasks[:2]] == [5, 5]
        assert LookUps((1, 2), n_pos=3).n_pos == 3
        assert current_word(3, 2) == LookUps((0,), 3, 2)

        @dataclass(frozen=True)
        class Unequal(LookUps):
            weak: float = 0.5

        assert Unequal((1, 2), weak=0.7).d_out == 10


def test_layers_take_their_width_from_it():
    with setting.using("width=1.5"):
        assert MultiHeadAttention(12, 2).W_Q.shape == (2, 12, 9)
        assert PositionOnlyAttention(12, 2, 4, n_place=5).W_O.shape == (2, 6, 12)
        assert TokenModel(3, 5, 2, d_head=6).layers[0].d_head == 9
    with setting.using("width=0.01"):
        assert MultiHeadAttention(12, 2).d_head == 1


def test_a_norm_stands_before_what_adds_to_a_stream():
    with setting.using("pre_norm=1"):
        assert isinstance(TokenModel(3, 5, 2).attention_norms[0], LayerNorm)
        assert not isinstance(TokenModel(3, 5, 2, residual=False).last_norm, LayerNorm)
        assert not isinstance(TokenModel(3, 5, 2, norm=False).last_norm, LayerNorm)
    assert not isinstance(TokenModel(3, 5, 2).last_norm, LayerNorm)


def test_explore_offers_it():
    tripled = quick_layers(2, seeds=2, steps=5, setting="rate=3")
    with setting.using("rate=3"):
        assert same(quick_layers(2, seeds=2, steps=5).params, tripled.params)
    with pytest.raises(ValueError, match="n_pos=7 changes the task"):
        quick_layers(2, seeds=2, steps=5, setting="n_pos=7")


# ---- In a notebook -------------------------------------------------------------------------

CELLS = """
import os, sys
os.environ["MANY_HEADS_SETTING"] = sys.argv[1]
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.run_cell("import multihead")
shell.run_cell("assert 2 + 2 == 5, 'odd'; print('goes on')")
shell.run_cell("def f():\\n    assert [][1]\\nf(); assert 1; print('goes on')")
"""


def in_a_notebook(text):
    run = [sys.executable, "-c", CELLS, text]
    paths = {"PYTHONPATH": str(ROOT / "book"), "PATH": "", "HOME": "/nonexistent"}
    return subprocess.run(run, capture_output=True, text=True, env=paths, check=False)


def test_a_notebook_says_its_setting_and_goes_on_where_an_assertion_breaks():
    said = in_a_notebook("rate=3 n_pos=7").stdout
    assert said.startswith("The setting is rate=3 n_pos=7: ")
    assert "In this setting not so: assert 2 + 2 == 5, 'odd'\ngoes on" in said
    assert "In this setting not so: assert [][1] (IndexError: list index out of range)" in said
    assert said.count("goes on") == 2
    assert "assert 1" not in said


def test_in_the_books_own_setting_an_assertion_stops_a_cell():
    said = in_a_notebook("").stdout
    assert "The setting is" not in said
    assert "AssertionError" in said
    assert "goes on" not in said.partition("AssertionError")[0]


def test_an_unknown_setting_stops_a_notebook_at_its_import():
    said = in_a_notebook("speed=3")
    assert "'speed=3' is not a setting; use one of rate" in said.stdout + said.stderr


def test_a_rate_is_finite():
    assert math.isfinite(Setting(rate=1e6).rate_at(1, 10))
