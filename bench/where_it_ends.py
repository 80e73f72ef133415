"""Try sentences that the book quotes in settings in which they end, and store what was found.

Backs: the conditions in the book's short answers, through book/where_it_ends.json.

    .venv/bin/python bench/where_it_ends.py                 # some minutes on one core
    .venv/bin/python bench/where_it_ends.py --only roles
"""

import argparse
import importlib
import json
from pathlib import Path

import numpy as np
import torch
from multihead.claims import replications

from bench.ends import End

FILE = replications.BOOK / "where_it_ends.json"
ROOMS = sorted(p.stem for p in (Path(__file__).parent / "ends").glob("*.py") if p.stem[0] != "_")


def tried(end: End) -> dict:
    """Run one experiment; a row of 0 and 1 is a share of seeds, any other has a median."""
    values = end.found().double().numpy()
    share = set(values) <= {0.0, 1.0}
    low, median, high = np.percentile(values, [5, 50, 95])
    number = {"share": values.mean()} if share else {"median": median, "low": low, "high": high}
    short = {name: float(f"{value:.3g}") for name, value in number.items()}
    told = {name: getattr(end, name) for name in ("said", "link", "setting", "what")}
    return told | {"seeds": len(values)} | short


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
