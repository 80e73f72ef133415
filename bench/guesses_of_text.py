"""Measure what guessing the next token of real text costs without a model, and store it.

Backs: the chapter on real text, which compares its models with these guesses.

    .venv/bin/python bench/guesses_of_text.py    # half a minute

Each guess counts in the text that the models learn, and is asked on the windows of other packages
on which the models are measured. Where it has seen little, it falls back on the guess before it.
"""

import argparse
import math

import numpy as np
from multihead import results
from multihead.real_text.stored import STORED_TEXT
from multihead.real_text.text_training import TEXT_SIZES

from bench import code_digest, text_windows
from bench.text_windows import PARTS, read, text_digest, watched

TRUST = 8  # what the guess before it counts for, in times seen
SIZE = TEXT_SIZES["n_symbols"]


def counted(context: np.ndarray, last: np.ndarray) -> dict[int, int]:
    """Count how often each token came after each context; a key holds both."""
    keys, times = np.unique(context * SIZE + last, return_counts=True)
    return dict(zip(keys.tolist(), times.tolist(), strict=True))


def contexts(tokens: np.ndarray, length: int) -> np.ndarray:
    """Number the last tokens before each place from the third on; 0 if no token is looked at."""
    found = np.zeros(tokens.shape[-1] - 2, dtype=np.int64)
    for back in range(length, 0, -1):
        found = found * SIZE + tokens[..., 2 - back : tokens.shape[-1] - back]
    return np.broadcast_to(found, (*tokens.shape[:-1], tokens.shape[-1] - 2))


def looked_up(times: dict[int, int], context: np.ndarray, last: np.ndarray) -> np.ndarray:
    """Return how often each token came after each context."""
    return np.vectorize(lambda key: times.get(key, 0))(context * SIZE + last)


def costs(learnt: np.ndarray, windows: np.ndarray) -> list[float]:
    """Return the mean loss of guessing from no token, from the last one and from the last two."""
    learnt, windows = learnt.astype(np.int64), windows.astype(np.int64)
    chance, found = np.full(windows[..., 2:].shape, 1 / SIZE), []
    for length in range(3):
        seen = contexts(learnt, length)
        pairs, alone = counted(seen, learnt[2:]), counted(seen, np.zeros_like(seen))
        asked = contexts(windows, length)
        both = looked_up(pairs, asked, windows[..., 2:])
        chance = (both + TRUST * chance) / (looked_up(alone, asked, 0 * asked) + TRUST)
        found.append(-np.log(chance).mean().item())
    return found


def made_from() -> str:
    code = code_digest(__file__, text_windows.__file__)
    return results.digest([code, text_digest(*PARTS)])


def main() -> None:
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    learnt, _ = read("learnt")
    names = "any token alike", "how frequent each is", "after the last one", "after the last two"
    found = [math.log(SIZE), *costs(learnt, watched(every=1).numpy())]
    rounded = {name: round(cost, 4) for name, cost in zip(names, found, strict=True)}
    results.write(STORED_TEXT / "guesses.json", results.sealed(made_from(), found=rounded))
    print(rounded)


if __name__ == "__main__":
    main()
