"""What a run gives back: every seed’s answers, and the seeds that diverged."""

from functools import partial

import pytest
import torch
from test_engine import SEEDS, TASK, short


def test_each_and_predict_give_every_seeds_answer():
    run = short(checkpoints=[2])
    x, _ = TASK.sample(4, torch.Generator().manual_seed(0))
    pattern = run.each(lambda model, x: model.heads(x).pattern, x)
    assert pattern.shape == (5, 4, 2, 5, 5)
    for i, seed in enumerate(SEEDS):
        torch.testing.assert_close(run.predict(x)[i], run.model_of(seed)(x).detach())
        torch.testing.assert_close(run.predict(x, step=2)[i], run.model_of(seed, 2)(x).detach())
    with pytest.raises(ValueError, match=r"step 3.*\[2\]"):
        run.predict(x, step=3)
    with pytest.raises(ValueError, match="seed 4 "):
        run.model_of(4)


def test_each_computes_a_few_seeds_together_with_the_same_bits(monkeypatch):
    x, _ = TASK.sample(4, torch.Generator().manual_seed(0))
    run, calls = short(), []

    def answer(model, x):
        calls.append(1)
        return model(x)

    few = run.each(answer, x)
    assert len(calls) == 2  # 4 seeds, then 1
    monkeypatch.setattr("multihead.train.run.AT_ONCE", None)
    assert torch.equal(run.each(answer, x), few)
    assert len(calls) == 3


def test_nan_stays_in_its_seed_and_is_named():
    start = short(checkpoints=[0]).checkpoints[0]
    start["W_V"][2] = 1e30  # its loss overflows
    with pytest.warns(RuntimeWarning, match=r"\{101: 0\}"):
        run = short(start=start)
    assert run.diverged == {101: 0}
    assert not run.losses[2].isfinite().any()
    full = short()
    others = [0, 1, 3, 4]
    assert torch.equal(run.losses[others], full.losses[others])
    for name, p in run.params.items():
        assert torch.equal(p[others], full.params[name][others])


def test_a_seed_lost_by_the_last_update_is_named():
    start = {"W_O": torch.zeros(5, 2, 3, 6)}
    start["W_O"][1] = 1e17
    huge = {"optimizer": partial(torch.optim.SGD, lr=1e38), "start": start, "steps": 1}
    with pytest.warns(RuntimeWarning, match="no longer finite"):
        run = short(**huge)
    assert run.losses.isfinite().all()
    assert run.diverged[3] == 1
