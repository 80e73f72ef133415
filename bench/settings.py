"""Run quoted claims in other settings: one thing changed at a time, then all at once.

Backs: where a quoted claim holds, on the page *Where claims hold*, through book/settings.json.

    .venv/bin/python bench/settings.py               # all: about 40 minutes on one quiet core
    .venv/bin/python bench/settings.py --chapters 05 10 --workers 2

Of each chapter only the statements run that its quoted claims need. A failing claim is no fault
here: it says where the claim ends. What is in book/settings.json and was made from the same code is
not run again; a run that was stopped goes on from there. One setting comes after the other, and in
each the chapters first of which most is quoted. Chapter 17, whose three trainings take longer than
the rest of a setting, comes last.
"""

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path

import numpy as np
from book_site import fingerprint
from book_site.text import quoted_claims
from dask.distributed import Client, LocalCluster, as_completed
from multihead import results
from multihead.claims import replications

from bench import changed_training, code_digest, needed, one_setting, sizes
from bench.changed_training import Setting
from bench.one_setting import run_chapter, value

FILE = replications.BOOK / "settings.json"
KEPT = replications.BOOK.parent / "_build" / "settings"
DEAREST = "17"
DRAWS = 3  # settings in which all is changed at once


@cache
def code(chapter: Path) -> tuple[str, str]:
    """Hash what a chapter's values come from: its own code, and this program's."""
    parts = one_setting, changed_training, needed, sizes
    own = code_digest(__file__, *(str(part.__file__) for part in parts))
    return fingerprint.digest(chapter), own


def settings() -> dict[str, Setting]:
    """Return what is tried, by the name that the page shows."""
    single = {
        "rate × 3": Setting(rate=3),
        "rate ÷ 3": Setting(rate=1 / 3),
        "start × 0.3": Setting(start=0.3),
        "start × 3": Setting(start=3),
        "batch ÷ 4": Setting(batch=1 / 4),
        "heads × 1.5 wide": Setting(width=1.5),
        "AdamW": Setting(optimiser="AdamW"),
        "10 tokens of 2": Setting(n_pos=10, n_content=2),
        "7 tokens of 5": Setting(n_pos=7, n_content=5),
    }
    return single | {f"all at once ({i + 1})": drawn(i) for i in range(DRAWS)}


def drawn(number: int) -> Setting:
    """Draw a setting in which everything may differ."""
    rng = np.random.default_rng(number)
    rate, batch, start = (float(f"{3 ** rng.uniform(-1, 1):.2g}") for _ in range(3))
    n_pos, n_content = [(8, 4), (10, 2), (7, 5)][rng.integers(3)]
    return Setting(rate, batch, start, ["", "AdamW"][rng.integers(2)], 1.0, n_pos, n_content)


def asked() -> dict[Path, set[str]]:
    """Return the quoted claims by chapter."""
    ids = quoted_claims.places(replications.BOOK.parent)
    return {
        replications.BOOK / f"{chapter}.ipynb": wanted
        for chapter, kept in replications.load().items()
        if (wanted := {c.id for c in kept["claims"] if c.id in ids})
    }


def kept(chapter: str, name: str) -> Path:
    return KEPT / f"{chapter} {name.replace('÷', 'over')}.json"


def waiting(chapters: dict[Path, set[str]]) -> Iterator[tuple]:
    """Yield what was not run yet as it is now, one setting after the other."""
    most_quoted_first = sorted(chapters, key=lambda path: -len(chapters[path]))
    for name, setting in settings().items():
        for path in most_quoted_first:
            wanted = chapters[path]
            if stored(path, name):
                continue
            file = kept(path.stem, name)
            of = [*code(path), asdict(setting), sorted(wanted)]
            if not file.exists() or json.loads(file.read_text("utf-8"))["of"] != of:
                yield path, wanted, name, setting, file, of


def run_all(chapters: dict[Path, set[str]], workers: int) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    left = sorted(waiting(chapters), key=lambda run: run[0].name.startswith(DEAREST))
    if not left:
        return
    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:
        jobs = {}
        for i, (path, wanted, name, setting, file, of) in enumerate(left):
            job = client.submit(run_chapter, path, wanted, setting, pure=False, priority=-i)
            jobs[job] = path.stem, name, file, of
        for done, job in enumerate(as_completed(jobs), 1):
            chapter, name, file, of = jobs[job]
            result = job.result()
            file.write_text(json.dumps({"of": of} | result, ensure_ascii=False), "utf-8")
            store(asked())
            print(f"{done} of {len(jobs)}: {chapter}, {name}", *result["errors"][:3], flush=True)


def gather(chapters: dict[Path, set[str]]) -> dict[str, dict]:
    """Join what was found, by chapter: a claim's value in each setting, or why it has none."""
    made = {}
    for path in chapters:
        runs = {}
        for name in settings():
            file = kept(path.stem, name)
            run = json.loads(file.read_text("utf-8")) if file.exists() else {"of": []}
            now = tuple(run["of"][:2]) == code(path)
            runs[name] = run["found"] if now else stored(path, name)
        order = [c.id for c in replications.load()[path.stem]["claims"]]
        found = {
            id: [value(id, setting, runs[name]) for name, setting in settings().items()]
            for id in sorted(chapters[path], key=order.index)
        }
        of_chapter, of_program = code(path)
        made[path.stem] = results.sealed(of_chapter, program=of_program, found=found)
    return made


def stored(chapter: Path, name: str) -> dict[str, float] | None:
    """Return what book/settings.json has of a chapter in a setting, if it is of the same code."""
    whole = results.read(FILE)
    before = whole.get("chapters", {}).get(chapter.stem, {})
    made_from = before.get("made_from"), before.get("program")
    if made_from != code(chapter) or name not in whole["settings"]:
        return None
    place = [*whole["settings"]].index(name)
    values = {id: row[place] for id, row in before["found"].items()}
    return {id: v for id, v in values.items() if isinstance(v, float)} or None


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
    tried = {name: asdict(setting) for name, setting in settings().items()}
    results.write(FILE, {"settings": tried, "chapters": gather(chapters)})


if __name__ == "__main__":
    main()
