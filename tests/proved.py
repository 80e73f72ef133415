"""What was proved before by the same code is left out, unless everything is asked for.

The claims of a chapter hold on 20 fresh sets of seeds (`make replicate`), and its trainings give
the same bits on emulated processors (`make emulate`). Both say by a digest which code ran. While a
chapter's digest is the stored one, pytest runs the cells of only a few chapters: those without a
stored digest, those whose path is given, and one more, which changes with each commit.

While no file of the library, of the widgets' tests or of the pins has changed since `make widgets`,
their tests in browsers are left out too; the pages of the book, with their widgets, are opened in
three browsers all the same. So are the longest tests of grading (`@pytest.mark.whole_class`), while
nothing has changed since `make grades` that grades or is graded there. `make test ALL=1` leaves
nothing out; the weekly workflow runs it.
"""

import hashlib
import importlib.util
import json
import os
import sys
from functools import cache
from pathlib import Path

from nbval.plugin import IPyNbCell
from seed_set import SEED_SET

ALL = os.environ.get("ALL") == "1"
TESTS, ROOT = Path(__file__).parent, Path(__file__).parents[1]
EMULATED = TESTS / "library" / "emulated.json"
USED = TESTS / "widgets" / "used.json"
GRADED = TESTS / "grading" / "graded.json"
BOOK = ROOT / "book"
BROWSERS = {"browser", "window"}  # what every test in a browser asks for, perhaps through others
CODE = {".py", ".js", ".css", ".mplstyle"}
CHAPTERS = sorted(BOOK.glob("*.ipynb"))


@cache
def digests() -> dict[Path, str]:
    """Compute each chapter's digest. The module is loaded alone: as a part of the library, each of
    its calls would be checked for types, and PyTorch would be loaded for the smallest test."""
    spec = importlib.util.spec_from_file_location(
        "fingerprint", BOOK / "multihead/claims/fingerprint.py"
    )
    fingerprint = importlib.util.module_from_spec(spec)
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


def of_all_trainings() -> str:
    """Hash the code of every chapter's trainings."""
    return hashlib.sha256("".join(digests().values()).encode()).hexdigest()[:16]


def emulated() -> bool:
    """Say whether emulated processors have run the trainings as they are now."""
    return not ALL and json.loads(EMULATED.read_text("utf-8"))["made_from"] == of_all_trainings()


def of_widgets() -> str:
    """Hash all that the tests of widgets run; none of them uses the exercises."""
    library, exercises = BOOK / "multihead", BOOK / "multihead" / "exercises"
    files = [path for path in library.rglob("*") if not path.is_relative_to(exercises)]
    files += [*TESTS.rglob("widgets/*"), *(set(TESTS.glob("*.py")) - {TESTS / "marked_class.py"})]
    return of_files([*files, ROOT / "tools" / "requirements.txt"])


def of_grading() -> str:
    """Hash all that the longest tests of grading run."""
    rooms = ("grading", "exercises", "bench/ordinary", "bench/graders", "book/multihead/exercises")
    files = [path for room in rooms for path in (ROOT / room).rglob("*")]
    files += [*TESTS.rglob("grading/*"), TESTS / "marked_class.py"]
    return of_files([*files, ROOT / "grading" / "requirements.txt"])


def of_files(files: list[Path]) -> str:
    """Hash what is code of these, and the pins."""
    code = {path for path in files if path.suffix in CODE or path.name == "requirements.txt"}
    hashed = hashlib.sha256()
    for path in sorted(code - {Path(__file__)} | {ROOT / "requirements.txt"}):
        hashed.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()[:16]


def used() -> bool:
    """Say whether the widgets were used in browsers as they are now."""
    return not ALL and json.loads(USED.read_text("utf-8"))["made_from"] == of_widgets()


def graded() -> bool:
    """Say whether classes were graded by the code as it is now."""
    return not ALL and json.loads(GRADED.read_text("utf-8"))["made_from"] == of_grading()


def pytest_collection_modifyitems(config, items):
    if ALL:
        return
    same = unchanged()
    asked = {Path(argument.partition("::")[0]).resolve() for argument in config.args}
    left_out = set(same) - set(drawn(same)) - asked
    trainings, widgets, classes = emulated(), used(), graded()

    def is_proved(item):
        if isinstance(item, IPyNbCell):
            return item.path in left_out
        if item.path.parent == TESTS / "widgets" and not asked & {item.path, item.path.parent}:
            return widgets and BROWSERS & {*item.fixturenames}
        if item.get_closest_marker("whole_class") and item.path not in asked:
            return classes
        return trainings and item.get_closest_marker("emulated")

    dropped = list(filter(is_proved, items))
    config.hook.pytest_deselected(items=dropped)
    items[:] = [item for item in items if not is_proved(item)]


def pytest_report_header():
    if ALL:
        return "everything runs"
    same = unchanged()
    chapters = " ".join(path.stem[:2] for path in CHAPTERS if path not in {*same} - {*drawn(same)})
    others = "none, they ran before" if emulated() else "all; `make emulate` stores that they ran"
    widgets = "not again" if used() else "yes; `make widgets` stores that they were used"
    classes = "not again" if graded() else "yes; `make grades` stores that they were graded"
    return (
        f"chapters that run: {chapters}; emulated trainings: {others}; widgets: {widgets}; "
        f"whole classes: {classes}"
    )


def store(file: Path, made_from: str) -> None:
    file.write_text(json.dumps({"made_from": made_from}) + "\n", "utf-8")


if __name__ == "__main__":
    what = {
        "trainings": (EMULATED, of_all_trainings),
        "widgets": (USED, of_widgets),
        "grades": (GRADED, of_grading),
    }
    file, made_from = what[sys.argv[1]]
    store(file, made_from())
