"""The keys that learners get are made once for the same exercises, and anew when one changes."""

import json

import pytest
from book_site.learners import exercise_keys
from multihead.exercises import keys


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A book with one exercise, whose keys count how often they were made."""
    made = iter(range(9))
    monkeypatch.setattr(
        keys, "of_folders", lambda chapters: {"two.json": f"{next(made)}{chapters or ''}"}
    )
    for name in ("checks.py", "wrong.py", "exercise.md"):
        path = tmp_path / "exercises/all_heads/two" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "requirements.txt").write_text("numpy==2.0\n")
    (tmp_path / "book").mkdir()
    monkeypatch.setattr(exercise_keys, "chapters_address", lambda root: None)
    return tmp_path


def test_keys_are_made_once_and_again_when_an_exercise_changes(root):
    assert exercise_keys.exercise_keys(root) == {"book/keys/two.json": b"0"}
    assert exercise_keys.exercise_keys(root) == {"book/keys/two.json": b"0"}
    (root / "exercises/all_heads/two/wrong.py").write_text("another")
    assert exercise_keys.exercise_keys(root) == {"book/keys/two.json": b"1"}
    (root / "requirements.txt").write_text("numpy==2.1\n")
    assert exercise_keys.exercise_keys(root) == {"book/keys/two.json": b"2"}


def write_chapter(root, *lines):
    cell = {"cell_type": "markdown", "source": [f"{line}\n" for line in lines[:-1]] + [lines[-1]]}
    (root / "book/01-a.ipynb").write_text(json.dumps({"cells": [cell]}, indent=1))


def test_keys_are_made_again_when_a_section_or_the_address_of_the_chapters_changes(
    root, monkeypatch
):
    def made() -> bytes:
        return exercise_keys.exercise_keys(root)["book/keys/two.json"]

    write_chapter(root, "(ch01-a)=", "## One head", "Some text", "## The end")
    assert made() == b"0"
    write_chapter(root, "(ch01-a)=", "## One head", "Other text", "## The end")
    assert made() == b"0"
    for lines in (["(ch01-b)=", "## One head"], ["(ch01-b)=", "## A head"], ["## A head", "## B"]):
        before = made()
        write_chapter(root, *lines)
        assert made() != before
    before = made()
    monkeypatch.setattr(exercise_keys, "chapters_address", lambda root: "https://a.b/book/")
    assert made() != before
    assert made().endswith(b"https://a.b/book/")


def test_a_book_without_exercises_has_no_keys(tmp_path):
    assert exercise_keys.exercise_keys(tmp_path) == {}
