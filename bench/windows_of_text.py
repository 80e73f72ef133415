"""Measure the stored models of real text on windows that begin anywhere in a line; store it.

Backs: what the chapter on real text says of its windows, each of which begins a line.

    .venv/bin/python bench/windows_of_text.py    # two minutes

Losses are in nats a token. A head is removed by zeros.
"""

import argparse
import math

import numpy as np
import torch
from multihead import results
from multihead.real_text import TextModel, stored_pairs, stored_seed, stored_seeds
from multihead.real_text.stored import STORED_TEXT, file_digest
from multihead.real_text.text_training import TEXT_SIZES
from torch import Tensor
from torch.nn.functional import cross_entropy

from bench import code_digest, heads_of_text, text_windows
from bench.heads_of_text import ALL, by_head, loss_without
from bench.text_windows import WINDOWS, read, text_digest, watched

FILE = STORED_TEXT / "windows.json"


def anywhere() -> Tensor:
    """Return windows of packages that none learns, evenly spread; few begin a line."""
    tokens, _ = read("held out")
    n_pos = TEXT_SIZES["n_pos"]
    starts = np.arange(WINDOWS) * (len(tokens) - n_pos - 1) // WINDOWS
    return torch.from_numpy(tokens[starts[:, None] + np.arange(n_pos + 1)].astype(np.int64))


def by_line(model: TextModel, windows: Tensor, name: str) -> dict[str, Tensor]:
    """Return the loss before the first end of a line behind the first token, and after it."""
    ends = torch.tensor([token.startswith("\n") for token in stored_pairs().tokens])[windows]
    after = ends[:, 1:-1].cumsum(dim=1) > 0  # by the query, from the second on
    logits = model(windows[:, :-1])[:, 1:]
    losses = cross_entropy(logits.flatten(0, 1), windows[:, 2:].flatten(), reduction="none")
    losses = losses.view_as(after)
    return {
        f"{name}, its first line": losses[~after].mean(),
        f"{name}, later": losses[after].mean(),
    }


@torch.no_grad()
def measure(seed: int) -> dict[str, list]:
    """Return what is stored of one seed, rounded."""
    model, _ = stored_seed(seed)
    windows = anywhere()
    nothing = torch.zeros(TEXT_SIZES["d_model"])
    whole = loss_without(model, windows, {})
    costs = [loss_without(model, windows, {head: nothing}) - whole for head in ALL]
    measures = {"loss": whole, "cost": by_head(costs)} | by_line(model, windows, "anywhere")
    measures |= by_line(model, watched(every=1), "begins a line")
    for name, value in measures.items():
        if not math.isfinite(value.sum()):
            raise ValueError(f"seed {seed}: {name} is not finite")
    return {
        name: value.double().mul(1e4).round().div(1e4).tolist() for name, value in measures.items()
    }


def made_from() -> str:
    code = code_digest(__file__, heads_of_text.__file__, text_windows.__file__)
    files = [file_digest(seed) for seed in stored_seeds()]
    return results.digest([code, text_digest("held out"), files])


def main() -> None:
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    by_seed = {str(seed): measure(seed) for seed in stored_seeds()}
    results.write(FILE, results.sealed(made_from(), found=by_seed))


if __name__ == "__main__":
    main()
