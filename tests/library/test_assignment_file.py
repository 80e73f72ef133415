"""Beside the keys may stand what the grader of an assignment has; `check` then speaks of it."""

import json
import sys
from types import ModuleType

import pytest
from multihead import checks
from multihead.exercises import assignment_file, folders, keys


@pytest.fixture
def for_a_class(tmp_path, monkeypatch):
    monkeypatch.setattr(assignment_file, "FILE", tmp_path / assignment_file.FILE.name)
    monkeypatch.setattr(keys, "FOLDER", tmp_path)
    assignment_file.FILE.write_text(json.dumps({"may_import": ["scipy"]}), "utf-8")
    notebook = ModuleType("__main__")
    notebook.frames = ModuleType("pandas")
    monkeypatch.setitem(sys.modules, "__main__", notebook)


def right():
    return folders.sheet("new_row", 0).right[0]


def test_check_names_the_modules_that_the_grader_will_not_have(for_a_class):
    verdict = checks.check("new_row", right())
    assert verdict
    assert verdict.message.splitlines()[1] == (
        "the grader has no pandas; it has the standard library, numpy, torch, matplotlib, "
        "multihead and scipy: leave it out before you hand in."
    )


def test_without_an_assignment_check_says_nothing_of_it(for_a_class):
    assignment_file.FILE.unlink()
    assert checks.check("new_row", right()).message == "new_row: visible checks pass."


def test_the_assignment_is_no_exercise(for_a_class):
    assert keys.names() == []
