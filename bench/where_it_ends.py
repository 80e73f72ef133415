"""Try sentences that the book quotes in settings in which they end, and store what was found.

Backs: the conditions in the book's short answers, through book/where_it_ends.json.

    .venv/bin/python bench/where_it_ends.py                 # about 15 minutes on one core
    .venv/bin/python bench/where_it_ends.py --only roles

Each is run on two sets of seeds, since one set would not show which digits to believe.
"""

import argparse
import importlib
import json
from pathlib import Path
from unittest.mock import patch

import numpy as np
import torch
from multihead.claims import replications
from multihead.train import data
from torch import Tensor

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
    told = {name: getattr(end, name) for name in ("said", "link", "setting", "what")}
    told["seeds"] = [*map(len, sets)]
    return told | dict(zip(("found", "again"), map(number, sets), strict=True))


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
    asked = parser.parse_args()
    torch.set_num_threads(1)
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for room in asked.only:
        kept[room] = []
        for end in importlib.import_module(f"bench.ends.{room}").ENDS:
            kept[room].append(tried(end))
            print(kept[room][-1], flush=True)
    text = json.dumps(dict(sorted(kept.items())), ensure_ascii=False, indent=1)
    FILE.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
