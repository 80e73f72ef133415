"""A plugin of `make check`: of all tests, the quick ones of the files that changed.

Changed is what is not committed; if all is, what the last commit changed. The tests of a file are
those of its name (`test_looks.py` of `looks.py`), those that import it, the changed tests
themselves and, for pages and exercises, all of `tests/book/`; an exercise is run too. What needs
the built book, a browser or the graders' programs is for `make test`: a file that imports one, or
imports what does, is skipped.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
ALWAYS = TESTS / "library" / "test_sealed_results.py"  # says which chapters are stale
OF_EXERCISES = ("library/test_exercises.py", "grading/test_sections.py")
PROGRAMS = ("playwright", "selenium", "axe_playwright_python", "nbgrader")


class WithoutPrograms:
    """Let no test file import a program."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        if name in PROGRAMS:
            pytest.skip(f"{name} is for `make test`", allow_module_level=True)


sys.meta_path.insert(0, WithoutPrograms)


def git(*words: str) -> list[str]:
    run = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False)
    return run.stdout.splitlines()


@cache
def changed_files() -> list[Path]:
    """List the files that changed."""
    names = git("diff", "--name-only", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    return [Path(name) for name in names or git("diff", "--name-only", "HEAD~1")]


@cache
def import_statements() -> dict[Path, str]:
    """Return the import statements of each test."""
    statement = re.compile(r"^\s*(?:from|import) (?:[^(\n]*\([^)]*\)|.*)", re.M)
    return {
        path: "\n".join(statement.findall(path.read_text("utf-8")))
        for path in sorted(TESTS.rglob("test_*.py"))
    }


def tests_of(file: Path) -> Iterator[Path]:
    """Yield the tests of a changed file."""
    if file.parts[0] == "tests":
        used = rf"\b{file.stem}\b"
        yield from [ROOT / file] if file.name.startswith("test_") else tests_importing(used)
    elif file.parts[0] == "exercises":
        yield from TESTS.glob("book/test_*.py")
        yield from (TESTS / test for test in OF_EXERCISES)
    elif file.suffix == ".py":
        yield from (path for path in import_statements() if path.stem == f"test_{file.stem}")
        yield from tests_importing(rf"\b{file.parent.name}(?:\.| import [^\n]*\b){file.stem}\b")
    elif file.suffix in {".js", ".css"}:
        yield TESTS / "widgets" / "test_javascript.py"
    elif file.parts[0] == "book":
        yield from TESTS.glob("book/test_*.py")
    else:
        name = re.sub(r"\W", "_", file.stem)
        yield from (path for path in import_statements() if path.stem == f"test_{name}")


def tests_importing(pattern: str) -> list[Path]:
    return [path for path, text in import_statements().items() if re.search(pattern, text)]


@cache
def chosen_tests() -> set[Path]:
    return {ALWAYS} | {test for file in changed_files() for test in tests_of(file)}


def pytest_ignore_collect(collection_path, config):
    """Collect only what is chosen."""
    if collection_path.suffix == ".py":
        return collection_path not in chosen_tests() or None
    return collection_path.suffix == ".ipynb" or None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    left_out = [
        item for item in items if {"site", "browser", "window", "any_window"} & {*item.fixturenames}
    ]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in {*left_out}]


def pytest_report_header():
    return f"changed: {len(changed_files())} files; their tests: {len(chosen_tests())} files"
