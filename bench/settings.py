"""Run chapters in other settings: one thing changed at a time, then all at once.

Backs: where a quoted claim holds, on the page *Where claims hold*, through book/settings.json.

    .venv/bin/python bench/settings.py               # all
    .venv/bin/python bench/settings.py --chapters 05 10 --workers 2

A setting is MANY_HEADS_SETTING, as readers set it (multihead/setting.py). A failing claim is no
fault here: it says where the claim ends. What is in book/settings.json and was made from the same
code is not run again; a run that was stopped goes on from there. One setting comes after the other,
and in each the chapters first of which most is quoted. What cannot be asked has its reason in
bench/not_asked.py.
"""

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from book_site import fingerprint
from book_site.text import quoted_claims
from dask.distributed import Client, LocalCluster, as_completed
from multihead import results, setting
from multihead.claims import replications
from multihead.setting import Setting

from bench import code_digest
from bench.not_asked import why_not_asked
from bench.replicate import run_chapter

FILE = replications.BOOK / "settings.json"
KEPT = replications.BOOK.parent / "_build" / "settings"
DRAWS = 3  # settings in which all is changed at once
NO_NUMBER = "no number came out"
NOT_REACHED = "not reached in as many steps"


@cache
def code(chapter: Path) -> tuple[str, str]:
    """Hash what a chapter's values come from: its own code, and this program's."""
    return fingerprint.digest(chapter), code_digest(__file__)


def settings() -> dict[str, Setting]:
    """Return what is tried, by the name that the page shows."""
    single = {
        "rate × 3": "rate=3",
        "rate ÷ 3": f"rate={1 / 3}",
        "start × 0.3": "start=0.3",
        "start × 3": "start=3",
        "batch ÷ 4": "batch=0.25",
        "heads × 1.5 wide": "width=1.5",
        "AdamW": "optimizer=AdamW",
        "10 tokens of 2": "n_pos=10 n_content=2",
        "7 tokens of 5": "n_pos=7 n_content=5",
        "attention dropout 0.1": "attention_dropout=0.1",
        "warm-up and cosine": "warmup=0.1",
        "noise 0.3 in targets": "noise=0.3",
        "layer norm before": "pre_norm=1",
        "SGD, momentum 0.9": "optimizer=momentum",
    }
    return {name: setting.read(text) for name, text in single.items()} | {
        f"all at once ({i + 1})": drawn(i) for i in range(DRAWS)
    }


def drawn(number: int) -> Setting:
    """Draw a setting in which everything may differ."""
    rng = np.random.default_rng(number)
    rate, batch, start = (float(f"{3 ** rng.uniform(-1, 1):.2g}") for _ in range(3))
    n_pos, n_content = [(8, 4), (10, 2), (7, 5)][rng.integers(3)]
    optimizer = ["Adam", "AdamW"][rng.integers(2)]
    factors = {"rate": rate, "batch": batch, "start": start}
    return Setting(**factors, n_pos=n_pos, n_content=n_content, optimizer=optimizer)


def asked() -> dict[Path, set[str]]:
    """Return the quoted claims by chapter."""
    ids = quoted_claims.places(replications.BOOK.parent)
    return {
        replications.BOOK / f"{chapter}.ipynb": wanted
        for chapter, kept in replications.load().items()
        if (wanted := {c.id for c in kept["claims"] if c.id in ids})
    }


def file_of(chapter: str, name: str) -> Path:
    return KEPT / f"{chapter} {name.replace('÷', 'over')}.json"


def can_be_asked(ids: set[str], tried: Setting) -> set[str]:
    return {id for id in ids if not why_not_asked(id, tried)}


def waiting(chapters: dict[Path, set[str]]) -> Iterator[tuple[Path, str, Setting]]:
    """Yield what was not run yet as it is now, one setting after the other."""
    most_quoted_first = sorted(chapters, key=lambda path: -len(chapters[path]))
    for name, tried in settings().items():
        for path in most_quoted_first:
            ids = can_be_asked(chapters[path], tried)
            if ids and values_in(path, name, ids) is None:
                yield path, name, tried


def run_in(path: Path, tried: Setting) -> dict[str, Any]:
    """Run a chapter in a setting; return the value of each of its claims, and errors."""
    run = run_chapter(path, 0, {setting.VARIABLE: str(tried)}, threads=1)
    return {"found": {c["id"]: c["found"] for c in run["claims"]}, "errors": run["errors"]}


def run_all(chapters: dict[Path, set[str]], workers: int) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    left = [*waiting(chapters)]
    if not left:
        return
    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:
        jobs = {
            client.submit(run_in, path, tried, pure=False, priority=-i, retries=2): (path, name)
            for i, (path, name, tried) in enumerate(left)
        }
        for done, job in enumerate(as_completed(jobs), 1):
            path, name = jobs[job]
            run = job.result()
            whole = {"of": [*code(path)]} | run
            file_of(path.stem, name).write_text(json.dumps(whole, ensure_ascii=False), "utf-8")
            store(asked())
            print(f"{done} of {len(jobs)}: {path.stem}, {name}", *run["errors"][:3], flush=True)


def gather(chapters: dict[Path, set[str]]) -> dict[str, dict]:
    """Join what was found, by chapter: a claim's value in each setting, or why it has none."""
    by_chapter = {}
    for path in chapters:
        runs = {
            name: values_in(path, name, can_be_asked(chapters[path], tried))
            for name, tried in settings().items()
        }
        order = [c.id for c in replications.load()[path.stem]["claims"]]
        found = {
            id: [value(id, tried, runs[name]) for name, tried in settings().items()]
            for id in sorted(chapters[path], key=order.index)
        }
        of_chapter, of_program = code(path)
        by_chapter[path.stem] = results.sealed(of_chapter, program=of_program, found=found)
    return by_chapter


def values_in(path: Path, name: str, ids: set[str]) -> dict[str, float] | None:
    """Return what was found in a chapter in a setting, if its code is still the same."""
    file = file_of(path.stem, name)
    run = json.loads(file.read_text("utf-8")) if file.exists() else {"of": []}
    return run["found"] if tuple(run["of"]) == code(path) else stored(path, name, ids)


def stored(chapter: Path, name: str, ids: set[str]) -> dict[str, float] | None:
    """Return what book/settings.json has of a chapter's claims in a setting.

    Nothing if it was made from other code, or if one of these claims was not asked then.
    """
    whole = results.read(FILE)
    before = whole.get("chapters", {}).get(chapter.stem, {})
    made_from = before.get("made_from"), before.get("program")
    if made_from != code(chapter) or name not in whole["settings"]:
        return None
    place = [*whole["settings"]].index(name)
    values = {id: row[place] for id, row in before["found"].items() if was_asked(row[place])}
    if not ids <= values.keys():
        return None
    return {id: v for id, v in values.items() if isinstance(v, float)}


def was_asked(stored_value: float | str) -> bool:
    return isinstance(stored_value, float) or stored_value in (NO_NUMBER, NOT_REACHED)


def is_reached(id: str, number: float) -> bool:
    """Say whether a distance was reached at all: a claim of steps to it is else 0 or less."""
    return not id.startswith("nudge-steps-") or number > 0


def value(id: str, tried: Setting, found: dict[str, float] | None) -> float | str:
    if why := why_not_asked(id, tried):
        return why
    if found is None:
        return "not run yet"
    number = found.get(id, np.nan)
    if not is_reached(id, number):
        return NOT_REACHED
    return float(f"{number:.4g}") if np.isfinite(number) else NO_NUMBER


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--chapters", nargs="*", default=[""], help="numbers, e.g. 05 07")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    chapters = asked()
    first = tuple(given.chapters)
    run_all({p: ids for p, ids in chapters.items() if p.name.startswith(first)}, given.workers)
    store(chapters)


def store(chapters: dict[Path, set[str]]) -> None:
    tried = {name: asdict(one) for name, one in settings().items()}
    results.write(FILE, {"settings": tried, "chapters": gather(chapters)})


if __name__ == "__main__":
    main()
