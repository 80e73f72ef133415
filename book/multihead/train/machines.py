"""Train very many seeds: the same call as `train`, in chunks over several processes."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, cast

import torch
from dask.distributed import Client, LocalCluster, as_completed
from torch import Generator, Tensor, nn
from tqdm import tqdm

from multihead import numerics, setting
from multihead.train.data import SEED_SET, Task
from multihead.train.engine import train
from multihead.train.plan import prepare, read_plan
from multihead.train.run import Run, warn_of


def sweep(
    model: Callable[[Generator], nn.Module],
    task: Task,
    *,
    seeds: Sequence[int],
    steps: int,
    chunk: int = 32,
    workers: int = 2,
    scheduler: str | Client | None = None,
    batch: int = 32,
    data_seeds: Sequence[int] | None = None,
    checkpoints: Iterable[int] = (),
    start: Mapping[str, Tensor] | None = None,
    **options: Any,
) -> Run:
    """Do what :func:`multihead.train.train` does, with the seeds split over processes.

    Each seed gets the same result as in one process. If a process dies, its chunk is trained again
    in another; an error in a chunk is raised here.

    Parameters
    ----------
    model, task, seeds, steps, batch, data_seeds, checkpoints, start, options
        As for :func:`multihead.train.train`.
    chunk
        Number of seeds trained together in one process.
    workers
        Number of processes to start on this machine, with one thread each; not used if
        ``scheduler`` is given.
    scheduler
        Address of a running Dask scheduler (``"tcp://host:8786"``) or a client of one. Its
        workers must be able to ``import multihead``.

    Returns
    -------
    Run
        One run of all seeds, in the order given. After an interrupt, only the finished chunks.

    Warns
    -----
    RuntimeWarning
        If a worker has other kernels or another seed set than this process. Its seeds then give
        other results than :func:`multihead.train.train` here.

    Notes
    -----
    In a script, call this below ``if __name__ == "__main__":``, as Dask's processes import the
    script.
    """
    seeds, data_seeds, checkpoints = read_plan(seeds, data_seeds, steps, batch, checkpoints)
    options |= {"steps": steps, "batch": batch, "checkpoints": checkpoints}
    for name, size in (("chunk", chunk), ("workers", workers)):
        if size < 1:
            raise ValueError(f"{name}={size}; use 1 or more")
    if start and any(len(p) != len(seeds) for p in start.values()):
        raise ValueError(f"start must hold {len(seeds)} seeds along its first axis")

    def of_chunk(first: int) -> dict[str, Any]:
        part = slice(first, first + chunk)
        begin = {k: p[part] for k, p in start.items()} if start else None
        return {"seeds": seeds[part], "data_seeds": data_seeds[part], "start": begin}

    with ExitStack() as stack:
        client = scheduler if isinstance(scheduler, Client) else None
        if client is None:
            address = scheduler or stack.enter_context(_cluster(workers))
            client = stack.enter_context(Client(address, set_as_default=False))
        _compare(client)
        firsts = slice(None, None, chunk)  # try one seed of each chunk before any training
        begin = {k: p[firsts] for k, p in (start or {}).items()}
        trial = (model, task, seeds[firsts], data_seeds[0], batch, options.get("loss"), begin)
        client.submit(_try, *trial, pure=False).result()
        futures = [
            client.submit(_train_alone, model, task, of_chunk(i) | options, pure=False)
            for i in range(0, len(seeds), chunk)
        ]
        try:
            for _ in tqdm(as_completed(futures, loop=client.loop), total=len(futures), delay=10):
                pass
        except KeyboardInterrupt:
            warnings.warn("interrupted: only the finished chunks are returned", stacklevel=2)
        done = [future.result() for future in futures if future.status in ("finished", "error")]
        client.cancel([future for future in futures if future.status == "pending"])
    if not done:
        raise KeyboardInterrupt("interrupted before any chunk was finished")
    return _join(done)


def _cluster(workers: int) -> LocalCluster:
    no_dashboard: Any = None
    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=no_dashboard)


def _computes_with() -> dict[str, Any]:
    chosen = numerics.in_force() | {"seed set": SEED_SET, "setting": str(setting.current())}
    del chosen["threads"]  # every chunk uses one, see _train_alone
    return chosen


def _compare(client: Client) -> None:
    here = _computes_with()
    workers = cast(dict[str, Any], client.run(_computes_with))
    for worker, there in workers.items():
        if there != here:
            message = f"worker {worker} computes with {there} and this process with {here}"
            warnings.warn(f"{message}; start both the same way", RuntimeWarning, stacklevel=3)


def _try(
    model: Callable, task: Task, seeds: list[int], data_seed: int, batch: int, loss: Any, start: Any
) -> None:
    prepare(model, task, seeds, data_seed, batch, loss=loss, start=start)


def _train_alone(model: Callable, task: Task, options: dict[str, Any]) -> Run:
    torch.set_num_threads(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # the sweep warns once for all
        return train(model, task, **options)


def _join(runs: list[Run]) -> Run:
    """Join runs of different seeds into one."""

    def cat(parts: list[dict[str, Tensor]]) -> dict[str, Tensor]:
        return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}

    whole = Run(
        seeds=[seed for run in runs for seed in run.seeds],
        params=cat([run.params for run in runs]),
        losses=torch.cat([run.losses for run in runs]),
        checkpoints={s: cat([run.checkpoints[s] for run in runs]) for s in runs[0].checkpoints},
        diverged={seed: step for run in runs for seed, step in run.diverged.items()},
        model=runs[0].model,
    )
    warn_of(whole.diverged)
    return whole
