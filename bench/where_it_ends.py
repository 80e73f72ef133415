"""Try sentences that the book quotes in settings in which they end, and store what was found.

Backs: the conditions in the book's short answers, through book/where_it_ends.json.

    .venv/bin/python bench/where_it_ends.py                 # about 15 minutes on one core
    .venv/bin/python bench/where_it_ends.py --only roles
    .venv/bin/python bench/where_it_ends.py --words         # runs none: takes over what is said

Each is run on two sets of seeds, since one set would not show which digits to believe.
"""

import argparse
import importlib
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import numpy as np
import torch
from book_site import fingerprint
from multihead import results
from multihead.claims import replications
from multihead.train import data
from torch import Tensor

from bench import code_digest, ends
from bench.ends import End

FILE = replications.BOOK / "where_it_ends.json"
OTHER_SEEDS = 7  # the second set
ROOMS = sorted(p.stem for p in (Path(__file__).parent / "ends").glob("*.py") if p.stem[0] != "_")


def tried(end: End) -> dict:
    """Run one experiment on two sets of seeds."""
    sets = [end.found()]
    with patch.object(data, "SEED_SET", OTHER_SEEDS):
        sets.append(end.found())
    number = share if set(torch.cat(sets).tolist()) <= {0.0, 1.0} else middle
    numbers = dict(zip(("found", "again"), map(number, sets), strict=True))
    return told(end) | {"seeds": [*map(len, sets)]} | numbers


def told(end: End) -> dict[str, str]:
    return {name: getattr(end, name) for name in ("said", "link", "setting", "what")}


def made_from(room: str) -> str:
    """Hash what finds the numbers of a room, with the part of a chapter that it runs, if any."""
    module = experiments(room)
    code = code_digest(module.__file__, ends.__file__, __file__)
    return results.digest([code, fingerprint.of_source(getattr(module, "OF_CHAPTER", ""))])


def experiments(room: str) -> ModuleType:
    return importlib.import_module(f"bench.ends.{room}")


def share(values: Tensor) -> dict[str, float]:
    return {"share": rounded(values.double().mean())}


def middle(values: Tensor) -> dict[str, float]:
    """Return the median and the ends of the middle 90 %."""
    percentiles = np.percentile(values.double().numpy(), [5, 50, 95])
    return dict(zip(("low", "median", "high"), map(rounded, percentiles), strict=True))


def rounded(value: float) -> float:
    return float(f"{value:.3g}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="*", default=ROOMS, choices=ROOMS)
    parser.add_argument("--words", action="store_true", help="only take over what is said")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    kept = results.read(FILE)
    for room in asked.only:
        of_room, code = experiments(room).ENDS, made_from(room)
        if asked.words:
            if kept[room]["made_from"] != code:
                parser.error(f"the code of {room} changed too; run it without --words")
            same = zip(kept[room]["found"], of_room, strict=True)
            found = [old | told(end) for old, end in same]
        else:
            found = [tried(end) for end in of_room]
            print(*found, sep="\n", flush=True)
        kept[room] = results.sealed(code, found=found)
        results.write(FILE, dict(sorted(kept.items())))


if __name__ == "__main__":
    main()
