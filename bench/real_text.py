"""Train the seeds of the model of real text from nothing, and store them in book/real_text/.

Backs: the chapter on real text, whose seeds are not trained when the book is built.

    .venv/bin/python bench/real_text.py                        # what is missing of seeds 0 to 19
    .venv/bin/python bench/real_text.py --seeds 0 1 --workers 2
    .venv/bin/python bench/real_text.py --scheduler tcp://host:8786    # workers of a Dask cluster

Each seed takes one process with one thread. Every 250 steps it writes its state to
_build/real_text/, and goes on from there when it is started again. The text is fetched the first
time; book/real_text/text.json names its bytes.
"""

import argparse
import inspect
import os
import time
from contextlib import ExitStack

import dask
import numpy as np
import torch
from book_site import fingerprint
from dask.distributed import Client, LocalCluster, as_completed
from multihead import numerics, results
from multihead.real_text import TextModel, TextTraining, stored_seeds
from multihead.real_text.stored import digest_of, from_eight_bits, store_seed, to_eight_bits
from multihead.real_text.text_training import TEXT_SIZES, measured, window_loss
from torch import Tensor

from bench.text_windows import STATES, read, text_digest, watched
from tools.authors import real_text

EVERY = 250
EARLY = 20  # after so many steps a digest is kept, which the tests compare
TRAINS = """
from multihead.real_text import TextTraining, code_of_wheels, stored_pairs
TextTraining, code_of_wheels, stored_pairs
"""


def made_from() -> str:
    """Hash what trains a seed and reads its text, and that text; not what measures the seed."""
    reads = real_text.text_of, real_text.tokens_of, real_text.line_starts
    code = fingerprint.of_source(TRAINS, *map(inspect.getsource, reads))
    return results.digest([code, text_digest("learnt")])


def train_seed(seed: int, tokens: np.ndarray, starts: np.ndarray) -> dict:
    """Train a seed to the end, from its last state if there is one; return its state."""
    torch.set_num_threads(1)
    training = TextTraining(seed, torch.from_numpy(tokens), torch.from_numpy(starts))
    measures: list[dict[str, Tensor]] = []
    early = ""
    file = STATES / f"seed-{seed:02}.pt"
    if file.is_file():
        saved = torch.load(file)
        training.go_on(saved)
        measures, early = saved["measures"], saved["early"]
    windows = watched()
    began, first = time.monotonic(), training.step
    while True:
        if training.step == EVERY * len(measures):
            measures.append(measured(training.model, windows))
            state = training.state() | {"measures": measures, "early": early}
            torch.save(state, file.with_suffix(".new"))
            file.with_suffix(".new").replace(file)
            tell(seed, training, measures[-1], time.monotonic() - began, training.step - first)
        if training.step == training.steps:
            return state
        training.advance()
        if training.step == EARLY:
            early = digest_of(training.model.state_dict())


def tell(
    seed: int, training: TextTraining, found: dict[str, Tensor], seconds: float, steps: int
) -> None:
    """Print where a seed is, and when it will be done if the rest goes as these steps did."""
    once, again = found["copying"].tolist()
    left = f"{(training.steps - training.step) * seconds / steps / 60:.0f}" if steps else "?"
    print(
        f"seed {seed:2}, step {training.step:5}: loss {found['loss'].item():.3f}, a passage costs "
        f"{once:.3f} and again {again:.3f}; {left} minutes left",
        flush=True,
    )


def store(seed: int, state: dict) -> None:
    """Write a seed's file: its weights, the means of its losses, and what was measured."""
    curves = {
        name: np.stack([found[name].numpy() for found in state["measures"]]).astype(np.float32)
        for name in state["measures"][0]
    }
    curves["learnt_loss"] = state["losses"].view(-1, EVERY).mean(dim=1).numpy()
    curves["steps"] = EVERY * np.arange(len(state["measures"]))
    curves |= rounding(state["model"], watched())
    curves["early_digest"] = np.array(state["early"])
    store_seed(seed, made_from(), state["model"], curves)


@torch.no_grad()
def rounding(weights: dict[str, Tensor], windows: Tensor) -> dict[str, np.ndarray]:
    """Say what 8 bits change.

    Returns
    -------
    dict
        ``rounding_loss``, by how much the loss rises; ``rounding_pattern``, the largest change of a
        share; and ``rounding_same``, at how many places the likeliest next token is the same.
    """
    exact, rounded = TextModel(**TEXT_SIZES), TextModel(**TEXT_SIZES)
    exact.load_state_dict(weights)
    rounded.load_state_dict(from_eight_bits(to_eight_bits(weights)))
    tokens = windows[:, :-1]
    looks = zip(exact.heads(tokens), rounded.heads(tokens), strict=True)
    largest = max((one.pattern - other.pattern).abs().max() for one, other in looks)
    same = exact(tokens).argmax(dim=-1) == rounded(tokens).argmax(dim=-1)
    return {
        "rounding_loss": (window_loss(rounded, windows) - window_loss(exact, windows)).numpy(),
        "rounding_pattern": largest.numpy(),
        "rounding_same": same.float().mean().numpy(),
    }


def here(workers: int) -> LocalCluster:
    """Start workers on this machine, which keep their memory from step to step.

    Dask has them give it back at once, and to get it again took as long as half a step.
    """
    keep = {"MALLOC_TRIM_THRESHOLD_": 2**30, "MALLOC_MMAP_THRESHOLD_": 2**24, "MALLOC_ARENA_MAX": 1}
    dask.config.set({"distributed.nanny.pre-spawn-environ": keep})
    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", nargs="*", type=int, default=range(20))
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--scheduler", help="address of a running Dask scheduler")
    asked = parser.parse_args()
    seeds = sorted({*asked.seeds} - {*stored_seeds()})
    print(f"to train: {seeds}, with {numerics.in_force()}", flush=True)
    with ExitStack() as stack:
        address = asked.scheduler or stack.enter_context(here(asked.workers))
        client = stack.enter_context(Client(address))
        data = client.scatter(read("learnt"), broadcast=True)
        jobs = {client.submit(train_seed, seed, *data, pure=False): seed for seed in seeds}
        for job in as_completed(jobs):
            store(jobs[job], job.result())
            print(f"seed {jobs[job]} is stored", flush=True)


if __name__ == "__main__":
    main()
