"""Many seeds trained together, each as if it were alone."""

import os
import signal
import warnings
from dataclasses import dataclass
from functools import partial

import pytest
import torch
from multihead.attention import MultiHeadAttention
from multihead.heads import head_pair
from multihead.model import TokenModel
from multihead.tasks import DiscreteLookUps, LookUps
from multihead.train import Run, engine, train
from multihead.train.data import batches, start_generator
from torch import nn
from tqdm import tqdm

TASK = LookUps((1, 2), n_pos=5, n_content=3)  # tokens 8 wide, answers 6 wide
TOKENS = DiscreteLookUps((1, 3), n_pos=5, n_symbols=7)
SEEDS = [17, 3, 101, 8, 5]
DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


def layer_of(d_model, d_out):
    return lambda generator: MultiHeadAttention(d_model, 2, 3, d_out=d_out, generator=generator)


layer = layer_of(8, 6)


def two_layers(generator):
    return TokenModel(7, 5, 14, d_model=6, n_layers=2, d_mlp=11, generator=generator)


def short(model=layer, task=TASK, *, seeds=SEEDS, steps=7, batch=3, **options):
    return train(model, task, seeds=seeds, steps=steps, batch=batch, **options)


def assert_as_if_alone(many: Run, **options):
    """Every seed of ``many`` equals the same seed trained alone, to the last bit."""
    for i, seed in enumerate(many.seeds):
        alone = short(seeds=[seed], **options)
        assert torch.equal(many.losses[i], alone.losses[0])
        for name, p in many.params.items():
            assert torch.equal(p[i], alone.params[name][0]), (seed, name)
        for step, params in many.checkpoints.items():
            for name, p in params.items():
                assert torch.equal(p[i], alone.checkpoints[step][name][0]), (seed, step, name)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    "optimizer",
    [
        partial(torch.optim.SGD, lr=0.1, momentum=0.9),
        partial(torch.optim.Adam, lr=0.03, fused=True),
        partial(torch.optim.AdamW, lr=0.03, weight_decay=0.1, fused=True),
    ],
)
@pytest.mark.parametrize(("model", "task"), [(layer, TASK), (two_layers, TOKENS)])
def test_a_seed_among_others_is_the_seed_alone(model, task, optimizer, device):
    options = {"model": model, "task": task, "optimizer": optimizer, "device": device}
    options["checkpoints"] = (0, 2, 7)
    assert_as_if_alone(short(**options), **options)


class ClippedAdam(torch.optim.Adam):
    """A common mistake: clip the norm of all gradients together, here over all seeds."""

    def step(self):
        nn.utils.clip_grad_norm_(self.param_groups[0]["params"], 0.1)
        return super().step()


def test_what_mixes_seeds_is_refused_and_would_be_seen(monkeypatch):
    clipped = {"optimizer": partial(ClippedAdam, lr=0.03)}
    with pytest.raises(ValueError, match=r"ClippedAdam .*seeds"):
        short(**clipped)
    monkeypatch.setattr(engine, "SEPARABLE", (ClippedAdam,))
    with pytest.raises(AssertionError):
        assert_as_if_alone(short(**clipped), **clipped)


@pytest.mark.parametrize(("make", "task"), [(layer, TASK), (two_layers, TOKENS)])
def test_equals_an_ordinary_loop(make, task):
    run = short(make, task, steps=9)
    for i, seed in enumerate(SEEDS):
        model = make(start_generator(seed))
        adam = torch.optim.Adam(model.parameters(), lr=0.03)
        data = batches(task, [seed], 3)
        for step in range(9):
            x, y = (t[0] for t in next(data))
            loss = task.loss(model(x), y)
            assert run.losses[i, step].item() == pytest.approx(loss.item(), rel=1e-5)
            adam.zero_grad()
            loss.backward()
            adam.step()
        for name, p in model.named_parameters():
            torch.testing.assert_close(run.params[name][i], p.data, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("at_once", [6, 2])  # 2 + 2 + 1 seeds, and one by one
def test_groups_of_seeds_change_nothing(at_once, monkeypatch):
    full = short(checkpoints=[3])
    monkeypatch.setattr(engine, "EXAMPLES_AT_ONCE", at_once)
    parts = short(checkpoints=[3])
    assert torch.equal(full.losses, parts.losses)
    for name in full.params:
        assert torch.equal(full.params[name], parts.params[name])
        assert torch.equal(full.checkpoints[3][name], parts.checkpoints[3][name])


def test_a_penalty_is_written_for_one_seed():
    def loss(model, x, y):
        pattern = model.heads(x).pattern
        assert pattern.shape == (3, 2, 5, 5)
        return TASK.loss(model(x), y) + 0.1 * (pattern[:, 0] * pattern[:, 1]).sum()

    run = short(loss=loss)
    assert (run.losses[:, 0] > short().losses[:, 0]).all()
    assert_as_if_alone(run, loss=loss)


def test_data_and_start_have_seeds_of_their_own():
    both = short(checkpoints=[0])
    other_data = short(checkpoints=[0], data_seeds=[1, 2, 4, 6, 7])
    start = both.checkpoints[0]["W_Q"]
    assert torch.equal(start, other_data.checkpoints[0]["W_Q"])
    assert len({tuple(p.flatten().tolist()) for p in start}) == 5
    assert (both.losses[:, 0] != other_data.losses[:, 0]).all()
    x, y = next(batches(TASK, [9], 3))
    shared = short(seeds=[5], data_seeds=[9], steps=1, checkpoints=[0])
    expected = TASK.loss(shared.model_of(5, step=0)(x[0]), y[0])
    assert shared.losses[0, 0].item() == pytest.approx(expected.item(), rel=1e-6)


def test_a_longer_run_begins_like_a_shorter_one():
    assert torch.equal(short(steps=9).losses[:, :5], short(steps=5).losses)


def test_start_is_kept_or_given():
    first = short(steps=4)
    started = short(start=first.params, checkpoints=[0])
    part = short(start={"W_O": first.params["W_O"]}, checkpoints=[0])
    for name in first.params:
        assert torch.equal(started.checkpoints[0][name], first.params[name])
    assert torch.equal(part.checkpoints[0]["W_O"], first.params["W_O"])
    assert torch.equal(part.checkpoints[0]["W_Q"], short(checkpoints=[0]).checkpoints[0]["W_Q"])
    assert torch.equal(first.params["W_O"], short(steps=4).params["W_O"])  # not trained further


def test_equal_heads_that_compute_one_after_the_other_stay_equal_to_the_last_bit():
    """Side by side in one layer, the rounding of both may differ."""
    run = short(partial(head_pair, task=TASK, d_head=3, equal="QKVO"), steps=20, checkpoints=[0])
    for letter in "QKVO":
        head_0, head_1 = (run.params[f"parts.{i}.W_{letter}"] for i in (0, 1))
        assert torch.equal(head_0, head_1)
        assert not torch.equal(head_0, run.checkpoints[0][f"parts.0.W_{letter}"])


def test_what_is_not_trained_is_still_each_seeds_own():
    class Frozen(nn.Module):
        def __init__(self, generator):
            super().__init__()
            self.register_buffer("shift", torch.randn(6, generator=generator), persistent=False)
            self.fixed = nn.Parameter(torch.randn(8, 6, generator=generator), requires_grad=False)
            self.W = nn.Parameter(torch.randn(8, 6, generator=generator))

        def forward(self, x):
            return x @ (self.fixed + self.W) + self.shift

    run = short(Frozen, checkpoints=[0])
    for i, seed in enumerate(SEEDS):
        lone_model = Frozen(start_generator(seed))
        assert torch.equal(run.params["shift"][i], lone_model.shift)
        assert torch.equal(run.params["fixed"][i], lone_model.fixed)
        assert torch.equal(run.model_of(seed).shift, lone_model.shift)
        assert not torch.equal(run.params["W"][i], lone_model.W)


@dataclass
class Interrupting:
    """Does something when the data of one step are drawn; a first draw is to try the model."""

    action: object
    step: int
    draws: int = 0

    def sample(self, n, generator):
        self.draws += 1
        if self.draws == 1 + self.step:
            self.action()
        return TASK.sample(n, generator)

    loss = staticmethod(TASK.loss)


def raise_interrupt():
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("action", "step", "reached"),
    [
        (raise_interrupt, 1, 0),
        (raise_interrupt, 2, 1),
        (lambda: os.kill(os.getpid(), signal.SIGINT), 2, 2),
    ],
)
def test_an_interrupt_returns_what_was_reached(action, step, reached):
    before = signal.getsignal(signal.SIGINT)
    options = {"seeds": [4], "batch": 512, "checkpoints": [0, 1, 5]}
    with pytest.warns(RuntimeWarning, match="interrupted"):
        run = short(task=Interrupting(action, step), steps=9, **options)
    assert signal.getsignal(signal.SIGINT) is before
    assert run.losses.shape == (1, reached)
    full = short(steps=2, seeds=[4], batch=512, checkpoints=[0, 1, 2])
    assert sorted(run.checkpoints) == [0, 1][: 1 + reached]
    for name, p in run.params.items():
        assert torch.equal(p, full.checkpoints[reached][name])


class Unscored:
    """A task without a loss."""

    sample = staticmethod(TASK.sample)


def its_loss(model, x, y):
    return TASK.loss(model(x), y)


def test_a_task_needs_no_loss_beside_a_given_one():
    """A loss of one's own may read the heads, so these are then trained without zeros."""
    losses = short(task=Unscored(), loss=its_loss).losses
    torch.testing.assert_close(losses, short().losses, rtol=1e-4, atol=1e-6)


def test_what_is_not_given():
    options = {"seeds": [5], "steps": 2}
    adam = partial(torch.optim.Adam, lr=0.03, fused=True)
    on_cpu = train(layer, TASK, batch=32, optimizer=adam, device="cpu", **options)
    assert torch.equal(train(layer, TASK, **options).losses, on_cpu.losses)


def test_nothing_that_comes_back_is_part_of_a_gradient():
    run = short(checkpoints=[2])
    for t in (run.losses, *run.params.values(), *run.checkpoints[2].values()):
        assert not t.requires_grad


def test_a_start_is_read_and_not_written():
    trained = short(Counting)
    start = {name: p.clone().requires_grad_(name != "calls") for name, p in trained.params.items()}
    repeated = short(Counting, start=start)
    assert repeated.params["calls"].tolist() == [14.0] * 5
    for name, p in trained.params.items():
        assert torch.equal(start[name], p)
        assert not torch.equal(repeated.params[name], p)


class Counting(nn.Module):
    """Its answer grows with the number of times it was called."""

    def __init__(self, generator):
        super().__init__()
        self.layer = layer(generator)
        self.scale = nn.Parameter(torch.tensor(1.0))  # a number without axes
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        return self.scale * self.layer(x) * self.calls


def test_a_model_that_writes_to_a_buffer_is_alone_too():
    run = short(Counting)
    assert run.params["calls"].tolist() == [7.0] * 5
    assert_as_if_alone(run, model=Counting)
    x, _ = TASK.sample(3, torch.Generator().manual_seed(0))
    assert torch.equal(run.predict(x), run.predict(x))
    assert run.params["calls"].tolist() == [7.0] * 5


def test_long_runs_show_progress_and_short_ones_are_quiet(capsys, monkeypatch):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        short()
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(engine, "tqdm", lambda it, **kw: tqdm(it, **kw | {"delay": 0}))
    short()
    assert "step" in capsys.readouterr().err
