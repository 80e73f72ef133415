"""The skeleton of a chapter runs (for its form see test_chapters), and the guide names files."""

import re

import nbformat
import pytest
from conftest import ROOT
from nbclient import NotebookClient

from tools.authors import new_chapter


def test_the_skeleton_runs(monkeypatch):
    monkeypatch.setenv("MANY_HEADS_CLAIMS", "strict")
    nb = new_chapter.chapter("What is lost")
    NotebookClient(nb, timeout=120, resources={"metadata": {"path": ROOT / "book"}}).execute()
    shown = str([cell.get("outputs") for cell in nb.cells])
    assert "✓ A name that no other claim of the book has: R²" in shown


def test_nothing_is_overwritten_and_names_are_checked(tmp_path, monkeypatch):
    monkeypatch.setattr(new_chapter, "BOOK", tmp_path)
    new_chapter.main("12-what-is-lost", "What is lost")
    assert nbformat.read(tmp_path / "12-what-is-lost.ipynb", 4).cells[0].source.startswith("# What")
    with pytest.raises(SystemExit, match="exists; choose another name"):
        new_chapter.main("12-what-is-lost", "Something else")
    with pytest.raises(SystemExit, match="use two digits and words: 12-what-is-lost"):
        new_chapter.main("9 What", "What")


def test_files_and_targets_named_in_the_guide_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"[\w.]+(?:/[\w.]+)+\.(?:py|js|md|css)\b", text))
    missing = {name for name in named if not (ROOT / name).exists()}
    assert missing == set()
    targets = re.findall(r"^make (\w+)", text, re.M)
    assert set(targets) <= set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M))
