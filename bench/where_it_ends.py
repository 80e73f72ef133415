"""Try sentences that the book quotes in settings in which they end, and store what was found.

Backs: the conditions in the book's short answers, through book/where_it_ends.json.

    .venv/bin/python bench/where_it_ends.py                   # about 25 minutes on two cores
    .venv/bin/python bench/where_it_ends.py --only 05 owning
    .venv/bin/python bench/where_it_ends.py --words           # runs none: takes over what is said

Most rows are claims of a chapter in another setting; bench/where_it_ends.toml has them. The other
rows are experiments of bench/ends/, each with its reason. Each is run on two sets of seeds, since
one set would not show which digits to believe. What was made from the same code is not run again.
"""

import argparse
import ast
import importlib
import os
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import torch
from book_site import fingerprint
from dask.distributed import Client, LocalCluster
from multihead import results, setting
from multihead.claims import replications

from bench import ends
from bench.ends import OTHER_SEEDS, End, rounded
from bench.replicate import run_chapter
from bench.settings import is_reached

FILE = replications.BOOK / "where_it_ends.json"
TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
TEXTS = {path.stem: path.read_text("utf-8") for path in replications.BOOK.glob("*.ipynb")}
CHAPTER_OF = {  # by the label of a section
    label: next(name for name, text in TEXTS.items() if f'"({label})=' in text) for label in TABLE
}
CHAPTERS = sorted(set(CHAPTER_OF.values()))
ROOMS = sorted(p.stem for p in (Path(__file__).parent / "ends").glob("*.py") if p.stem[0] != "_")
PARTS = [*CHAPTERS, *ROOMS]


class Row(NamedTuple):
    """A claim of a chapter in a setting, and what both are called on the page."""

    said: str
    link: str
    setting: str
    what: str
    claim: str
    variable: str  # the setting as MANY_HEADS_SETTING

    @property
    def runs(self) -> list[tuple[str, int]]:
        """The runs of its chapter that measure it, as (setting, set of seeds)."""
        return [(self.variable, 0), (self.variable, OTHER_SEEDS)]


def rows(chapter: str) -> list[Row]:
    return [
        Row(section["said"], link, in_words, what, claim, variable)
        for link, section in TABLE.items()
        if CHAPTER_OF[link] == chapter
        for in_words, variable in section["settings"].items()
        for claim, what in section["measured"].items()
    ]


def run_in(chapter: str, variable: str, seed_set: int) -> dict[str, Any]:
    """Run a chapter in a setting; return its claims by id, and the errors of its cells."""
    path = replications.BOOK / f"{chapter}.ipynb"
    variables = {setting.VARIABLE: str(setting.read(variable))}
    run = run_chapter(path, seed_set, variables, threads=1)
    return {"claims": {claim["id"]: claim for claim in run["claims"]}, "errors": run["errors"]}


def run_room(room: str) -> list[dict]:
    torch.set_num_threads(1)
    return [words(end) | ends.numbers(end) for end in experiments(room).ENDS]


def run_all(parts: list[str], workers: int) -> Iterator[tuple[str, Any]]:
    """Yield rooms with their rows, then chapters with the runs of theirs by setting and set."""
    if not parts:
        return
    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:
        submit = partial(client.submit, pure=False, retries=2)
        rooms = {room: submit(run_room, room) for room in parts if room in ROOMS}
        chapters = {
            chapter: {
                run: submit(run_in, chapter, *run)
                for run in dict.fromkeys(run for row in rows(chapter) for run in row.runs)
            }
            for chapter in parts
            if chapter in CHAPTERS
        }
        for part, jobs in (rooms | chapters).items():
            yield part, client.gather(jobs)


def measured(row: Row, runs: dict[tuple, dict]) -> dict:
    """Return a row with what its claim is in two of its chapter's runs.

    Raises
    ------
    ValueError
        If no number came out; the error has those of the cells.
    """
    claims = [runs[run]["claims"].get(row.claim, {"found": np.nan}) for run in row.runs]
    numbers = [claim["found"] for claim in claims]
    if not all(np.isfinite(n) and is_reached(row.claim, n) for n in numbers):
        errors = [error for run in row.runs for error in runs[run]["errors"]]
        raise ValueError(f"{row.claim} has no number in {row.variable!r}: {errors}")
    by_kind = [{claim["kind"]: rounded(claim["found"])} for claim in claims]
    seeds = [claim["seeds"] for claim in claims]
    return words(row) | {"seeds": seeds} | dict(zip(("found", "again"), by_kind, strict=True))


def words(row: Row | End) -> dict[str, str]:
    return {name: getattr(row, name) for name in ("said", "link", "setting", "what")}


def listed(part: str) -> list[Row] | list[End]:
    """Return the rows of a chapter, or the experiments of a room."""
    return rows(part) if part in CHAPTERS else experiments(part).ENDS


def made_from(part: str) -> str:
    """Hash what finds the numbers of a chapter's rows, or of a room's."""
    if part in CHAPTERS:
        code = fingerprint.digest(replications.BOOK / f"{part}.ipynb")
        return results.digest([code, [(row.claim, row.runs) for row in rows(part)]])
    module = experiments(part)
    programs = (Path(code.__file__).read_text("utf-8") for code in (module, ends))
    code = fingerprint.of_source(*map(without_words, programs))
    return results.digest([code, fingerprint.of_source(getattr(module, "OF_CHAPTER", ""))])


def without_words(program: str) -> str:
    """Leave out the sentences that rows belong to, and their sections: they compute nothing."""
    tree = ast.parse(program)
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id="said" | "SAID" | "LINK")]):
                node.value = ast.Constant("")
            case ast.Call(func=ast.Name(id="End")):
                node.args[:2] = [ast.Constant(""), ast.Constant("")]
    return ast.unparse(tree)


def experiments(room: str) -> ModuleType:
    return importlib.import_module(f"bench.ends.{room}")


def keep(part: str, code: str, found: list[dict]) -> None:
    """Replace what is stored of a part; forget parts that are no more."""
    parts = results.read(FILE) | {part: results.sealed(code, found=found)}
    results.write(FILE, {name: parts[name] for name in PARTS if name in parts})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="*", default=[""], help="chapters or rooms, e.g. 05 owning")
    parser.add_argument("--words", action="store_true", help="only take over what is said")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    codes = {part: made_from(part) for part in PARTS if part.startswith(tuple(given.only))}
    stored = results.read(FILE)
    stale = [part for part in codes if stored.get(part, {}).get("made_from") != codes[part]]
    if given.words:
        if stale:
            parser.error(f"the code of {', '.join(stale)} changed too; run it without --words")
        for part in codes:
            same = zip(stored[part]["found"], listed(part), strict=True)
            keep(part, codes[part], [old | words(row) for old, row in same])
        return
    for part, found in run_all(stale, given.workers):
        try:
            numbers = found if part in ROOMS else [measured(row, found) for row in rows(part)]
        except ValueError as error:
            print(f"{part} is not stored: {error}", flush=True)
            continue
        keep(part, codes[part], numbers)
        print(part, *numbers, sep="\n", flush=True)


if __name__ == "__main__":
    main()
