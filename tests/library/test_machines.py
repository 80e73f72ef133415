"""Seeds trained on several processes: the same results, whatever happens to a process."""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, nullcontext
from pathlib import Path

import pytest
import torch
from conftest import ROOT
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from multihead.train import train
from multihead.train.machines import _cluster, sweep

SEEDS = [17, 3, 101, 8, 5]
OPTIONS = {"seeds": SEEDS, "steps": 9, "batch": 7, "checkpoints": [0, 4]}


def layer(generator):
    return MultiHeadAttention(8, 2, 3, d_out=6, generator=generator)


@pytest.fixture(scope="module")
def cluster():
    with _cluster(2) as cluster:
        yield cluster


def assert_equal_runs(a, b):
    assert a.seeds == b.seeds
    assert torch.equal(a.losses, b.losses)
    assert sorted(a.checkpoints) == sorted(b.checkpoints)
    pairs = [(a.params, b.params), *((a.checkpoints[s], b.checkpoints[s]) for s in a.checkpoints)]
    for one, other in pairs:
        assert one.keys() == other.keys()
        assert all(torch.equal(one[name], other[name]) for name in one)


def test_two_processes_give_the_same_as_one(cluster, monkeypatch, tmp_path):
    task = LookUps((1, 2), n_pos=5, n_content=3)

    class Noting:
        """Create a file named after each process that draws data."""

        loss, score = task.loss, task.score

        def sample(self, n, generator):
            (tmp_path / str(os.getpid())).touch()
            return task.sample(n, generator)

    calls = []
    monkeypatch.setattr(
        "multihead.train.machines._cluster",
        lambda workers: calls.append(workers) or nullcontext(cluster),
    )
    parts = sweep(layer, Noting(), chunk=1, **OPTIONS)
    full = train(layer, task, **OPTIONS)
    assert calls == [2]
    processes = {int(path.name) for path in tmp_path.iterdir()}
    assert len(processes) == 2
    assert os.getpid() not in processes
    assert_equal_runs(parts, full)
    x, _ = task.sample(3, torch.Generator().manual_seed(0))
    torch.testing.assert_close(parts.predict(x), full.predict(x))


def test_an_interrupt_returns_the_chunks_that_were_done(cluster, monkeypatch):
    def interrupted(futures, **_):
        yield next(iter(futures))
        raise KeyboardInterrupt

    monkeypatch.setattr("multihead.train.machines.tqdm", interrupted)
    task = LookUps((1, 2), n_pos=5, n_content=3)
    with pytest.warns(UserWarning, match="interrupted"):
        some = sweep(layer, task, chunk=2, scheduler=cluster.scheduler_address, **OPTIONS)
    assert 0 < len(some.seeds) <= len(SEEDS)
    assert_equal_runs(some, train(layer, task, **{**OPTIONS, "seeds": some.seeds}))


def test_a_scheduler_by_address_keeps_each_seeds_start_and_data(cluster):
    task = LookUps((1, 2), n_pos=5, n_content=3)
    start = train(layer, task, **OPTIONS).params
    start["W_V"][2] = 1e30
    options = {**OPTIONS, "start": start, "data_seeds": [1, 1, 2, 2, 3]}
    with pytest.warns(RuntimeWarning, match=r"\{101: 0\}"):
        full = train(layer, task, **options)
    with pytest.warns(RuntimeWarning, match=r"\{101: 0\}"):
        parts = sweep(layer, task, chunk=2, scheduler=cluster.scheduler_address, **options)
    assert parts.diverged == {101: 0}
    fine = [0, 1, 3, 4]
    assert torch.equal(parts.losses[fine], full.losses[fine])
    assert all(torch.equal(parts.params[n][fine], full.params[n][fine]) for n in full.params)


def test_a_killed_worker_loses_nothing(cluster, tmp_path):
    note = tmp_path / "killed"

    class Deadly:
        """Kill the first process that draws data."""

        task = LookUps((1, 2), n_pos=5, n_content=3)

        def sample(self, n, generator):
            try:
                note.touch(exist_ok=False)
            except FileExistsError:
                return self.task.sample(n, generator)
            note.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)

        def loss(self, prediction, target):
            return self.task.loss(prediction, target)

    parts = sweep(layer, Deadly(), chunk=2, scheduler=cluster.scheduler_address, **OPTIONS)
    assert int(note.read_text()) != os.getpid()
    assert_equal_runs(parts, train(layer, Deadly.task, **OPTIONS))


def test_a_worker_with_other_numerics_gives_a_warning(cluster, monkeypatch):
    task = LookUps((1, 2), n_pos=5, n_content=3)
    monkeypatch.setenv("MKL_CBWR", "SSE4_2")
    with pytest.warns(RuntimeWarning, match=r"COMPATIBLE.*SSE4_2"):
        sweep(
            layer,
            task,
            scheduler=cluster.scheduler_address,
            **OPTIONS | {"steps": 1, "checkpoints": []},
        )


def test_models_that_do_not_stack_across_chunks_are_rejected_first(cluster, tmp_path):
    def odd(generator):
        (tmp_path / str(generator.initial_seed())).touch()
        return MultiHeadAttention(8, 2, 3 if generator.initial_seed() < 200 else 5, d_out=6)

    with pytest.raises(ValueError, match="do not stack"):
        sweep(odd, LookUps((1, 2), 5, 3), chunk=1, scheduler=cluster.scheduler_address, **OPTIONS)
    # Models are made in order until one does not fit, so no chunk has started.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["202", "34", "6"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seeds": []}, "seeds.* one"),
        ({"chunk": 0}, "chunk=0.* 1 "),
        ({"workers": 0}, "workers=0.* 1 "),
        ({"start": {"W_O": torch.zeros(4, 2, 3, 6)}}, "start.* 5 seeds"),
    ],
)
def test_bad_input_is_refused_before_any_process_starts(options, message, monkeypatch):
    monkeypatch.setattr("multihead.train.machines._cluster", lambda workers: pytest.fail("started"))
    with pytest.raises(ValueError, match=message):
        sweep(layer, LookUps(), **{**OPTIONS, **options})


def started(stack, command):
    """Start a process of the page, and end it with the test."""
    variables = ("ATEN_CPU_CAPABILITY", "MKL_CBWR", "PYTHONPATH")
    environment = {k: v for k, v in os.environ.items() if k not in variables}
    given, _, rest = command.rpartition(".venv/bin/")
    environment |= dict(part.split("=") for part in given.split())
    words = [str(Path(sys.executable).parent / rest.split()[0]), *rest.split()[1:]]
    process = stack.enter_context(
        subprocess.Popen(words, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    )
    stack.callback(process.terminate)


@pytest.mark.long
def test_the_pages_recipe_trains_on_workers_of_a_running_scheduler():
    page = (ROOT / "book" / "how-to.md").read_text("utf-8")
    _, recipe = page.split("### More seeds than one machine holds\n")
    recipe = recipe.partition("\n## ")[0]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    smaller = {"host:8786": f"127.0.0.1:{port}", "8786": port, "--nworkers 2": "--nworkers 1"}
    smaller |= {"range(10_000)": "range(3)", "steps=200": "steps=2"}
    for long, short in smaller.items():
        assert long in recipe
        recipe = recipe.replace(long, short)
    (commands,) = re.findall(r"```bash\n(.*?)```", recipe, re.S)
    (code,) = re.findall(r"```python\n(.*?)```", recipe, re.S)
    names = {"__name__": "__main__"}  # as in a notebook, whose functions travel with the call
    with ExitStack() as stack:
        for command in commands.splitlines():
            started(stack, command)
        exec(code, names)
    full = train(names["layer"], LookUps((1, 2)), seeds=range(3), steps=2)
    assert_equal_runs(names["run"], full)
