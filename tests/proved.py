"""What was proved before by the same code is left out, unless everything is asked for.

The claims of a chapter hold on 20 fresh sets of seeds (`make replicate`), and a digest says which
code ran. While a chapter's digest is the stored one, pytest runs the cells of only a few chapters:
those without a stored digest, those whose path is given, and one more, which changes with each
commit.

Some other tests take long and seldom find anything new: trainings on emulated processors, widgets
alone in browsers, code that is answered in pages, classes that are graded, small books that are
built, the printed book. Each kind is left out while no file that it runs has changed since
`make prove` ran it. The pages of the book, with their widgets, are opened in three browsers all the
same. `make test ALL=1` leaves nothing out; the weekly workflow runs it.
"""

import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from nbval.plugin import IPyNbCell
from seed_set import SEED_SET

ALL = os.environ.get("ALL") == "1"
ONLY = os.environ.get("ONLY", "").split()  # kinds that `make prove` runs
TESTS, ROOT = Path(__file__).parent, Path(__file__).parents[1]
PROVED = TESTS / "proved.json"
BOOK = ROOT / "book"
# What every test in a browser asks for, perhaps through others.
BROWSERS = {"browser", "window", "any_window"}
CLASSES = {"class_course", "dask_address"}  # and every test that grades one asks for these
CODE = {".py", ".js", ".css", ".html", ".j2", ".mplstyle", ".yml", ".md"}
PINS = {"requirements.txt", "package-lock.json"}
CHAPTERS = sorted(BOOK.glob("*.ipynb"))


@cache
def digests() -> dict[Path, str]:
    """Compute each chapter's digest. The module is loaded alone: as a part of the library, each of
    its calls would be checked for types, and PyTorch would be loaded for the smallest test."""
    folder = BOOK / "multihead/claims/fingerprint"
    spec = importlib.util.spec_from_file_location(
        "fingerprint", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    fingerprint = sys.modules["fingerprint"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fingerprint)
    return {path: fingerprint.digest(path) for path in CHAPTERS}


@cache
def unchanged() -> list[Path]:
    """List the chapters whose stored replications were made from their present code."""
    stored = json.loads((BOOK / "replications.json").read_text("utf-8"))
    kept = {name: chapter["made_from"] for name, chapter in stored.items()}
    return [path for path in CHAPTERS if kept.get(path.stem) == digests()[path]]


def drawn(chapters: list[Path]) -> list[Path]:
    """Choose a chapter by the commit."""
    return [chapters[SEED_SET % len(chapters)]] if chapters else []


def of_trainings() -> str:
    """Hash the code of every chapter's trainings."""
    return hashlib.sha256("".join(digests().values()).encode()).hexdigest()[:16]


def of_widgets() -> str:
    """Hash all that the tests of widgets run; none of them uses the exercises."""
    library, exercises = BOOK / "multihead", BOOK / "multihead" / "exercises"
    files = [path for path in library.rglob("*") if not path.is_relative_to(exercises)]
    pages = ROOT / "_ext" / "book_site" / "pages"
    files += [*pages.glob("alone/*"), pages / "alone.py", pages / "content_policy.py"]
    files += [*TESTS.rglob("widgets/*"), *(set(TESTS.glob("*.py")) - {TESTS / "marked_class.py"})]
    return of_files([*files, ROOT / "tools" / "requirements.txt"])


def of_classes() -> str:
    """Hash all that the longest tests of grading run."""
    rooms = ("grading", "exercises", "bench/ordinary", "bench/graders", "book/multihead/exercises")
    files = [path for room in rooms for path in (ROOT / room).rglob("*")]
    files += [*TESTS.rglob("grading/*"), TESTS / "marked_class.py", BOOK / "for-instructors.md"]
    return of_files([*files, ROOT / "grading" / "requirements.txt"])


def of_builds() -> str:
    """Hash all that builds a book, and the tests that build small ones."""
    files = [*(ROOT / "_ext").rglob("*"), *TESTS.rglob("building/*"), TESTS / "small_book.py"]
    return of_files([*files, ROOT / "_config.yml"])


def of_prints() -> str:
    """Hash what prints the book; not its pages."""
    files = [*(ROOT / "_ext").rglob("on_paper/*")]
    files += [*(ROOT / "tools" / "downloads").rglob("*"), *TESTS.rglob("site/test_downloads.py")]
    return of_files(files)


def of_code() -> str:
    """Hash what answers a code exercise in its page, and every answer that the tests give."""
    rooms = ("_ext/book_site/learners", "exercises", "book/multihead/exercises")
    files = [path for room in rooms for path in (ROOT / room).rglob("*")]
    files += [ROOT / "_ext/book_site/pages/content_policy.py", ROOT / "tools/install/pyodide.py"]
    files += [*TESTS.rglob("site/*_in_pages.py"), TESTS / "python_pages.py"]
    return of_files([*files, ROOT / "package-lock.json"])


def of_files(files: Iterable[Path]) -> str:
    """Hash what is code of these, and the pins."""
    code = {path for path in files if path.suffix in CODE or path.name in PINS}
    hashed = hashlib.sha256()
    for path in sorted(code - {Path(__file__)} | {ROOT / "requirements.txt"}):
        hashed.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()[:16]


class Kind(NamedTuple):
    """A kind of tests that are left out together."""

    said: str
    made_from: Callable[[], str]
    holds: Callable[[Any], Any]  # whether a test is one of them


def marked(name: str) -> Callable[[Any], Any]:
    return lambda item: item.get_closest_marker(name)


def is_widget_in_browser(item: Any) -> bool:
    return item.path.parent == TESTS / "widgets" and bool(BROWSERS & {*item.fixturenames})


def grades_a_class(item: Any) -> bool:
    return marked("whole_class")(item) or bool(CLASSES & {*item.fixturenames})


def runs_in_page(item: Any) -> bool:
    return item.path.match("site/*_in_pages.py") and bool(BROWSERS & {*item.fixturenames})


def is_of_pdf(item: Any) -> bool:
    return bool({"pdf", "path_pdf"} & {*item.fixturenames})


KINDS = {
    "trainings": Kind("emulated trainings", of_trainings, marked("emulated")),
    "widgets": Kind("widgets in browsers", of_widgets, is_widget_in_browser),
    "classes": Kind("whole classes", of_classes, grades_a_class),
    "builds": Kind("small books", of_builds, marked("small_book")),
    "code": Kind("code in pages", of_code, runs_in_page),
    "prints": Kind("the printed book and path", of_prints, is_of_pdf),
}


@cache
def proved() -> set[str]:
    """Name the kinds of tests that passed on the code as it is now."""
    stored = json.loads(PROVED.read_text("utf-8"))
    return {name for name, kind in KINDS.items() if stored.get(name) == kind.made_from()}


def pytest_collection_modifyitems(config, items):
    if ONLY:
        leave_out(config, items, lambda item: not of_kind(item, ONLY))
    elif not ALL:
        leave_out(config, items, was_proved(config))


def of_kind(item: Any, names: Iterable[str]) -> bool:
    return not isinstance(item, IPyNbCell) and any(KINDS[name].holds(item) for name in names)


def was_proved(config) -> Callable[[Any], bool]:
    """Say of a test whether it was proved and is not asked for by its path."""
    same = unchanged()
    asked = {Path(argument.partition("::")[0]).resolve() for argument in config.args}
    left_out = set(same) - set(drawn(same)) - asked

    def was(item):
        if isinstance(item, IPyNbCell):
            return item.path in left_out
        return not asked & {item.path, item.path.parent} and of_kind(item, proved())

    return was


def leave_out(config, items: list, which: Callable[[Any], bool]) -> None:
    dropped = [item for item in items if which(item)]
    config.hook.pytest_deselected(items=dropped)
    items[:] = [item for item in items if item not in {*dropped}]


def pytest_report_header():
    if ALL or ONLY:
        return f"what runs: {' '.join(ONLY) or 'everything'}"
    same = unchanged()
    chapters = " ".join(path.stem[:2] for path in CHAPTERS if path not in {*same} - {*drawn(same)})
    others = [KINDS[name].said for name in KINDS if name in proved()]
    return f"chapters that run: {chapters}; left out, proved before: {', '.join(others) or 'none'}"


def store(names: list[str]) -> None:
    """Keep that these kinds passed on the code as it is now."""
    stored = json.loads(PROVED.read_text("utf-8")) | {n: KINDS[n].made_from() for n in names}
    PROVED.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    store(sys.argv[1:])
