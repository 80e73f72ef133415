"""When Sphinx starts the pages of exercises are written, if they are not as their sources say."""

import subprocess
from types import SimpleNamespace

import pytest
from book_site.building import pages_of_exercises

TOOL = """
from pathlib import Path
folder = Path("{}/book/exercises")
for old in folder.glob("*.md"):
    old.unlink()
text = Path("{}/exercises/all_heads/two/exercise.md").read_text()
(folder / "04-c.md").write_text(text)
(folder.parent / "ran").open("a").write("x")
"""


@pytest.fixture
def root(tmp_path):
    """A book with one exercise, and a tool that copies it and notes how often it ran."""
    for name, text in {
        "book/exercises/gone.md": "of a chapter without exercises now",
        "book/04-c.ipynb": '{"cells": [{"source": ["# 04 C\\n", "More."]}]}',
        "exercises/all_heads/two/exercise.md": "two",
        "exercises/all_heads/two/checks.py": "",
        "requirements.txt": "",
        pages_of_exercises.TOOL: TOOL.format(tmp_path, tmp_path),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def runs(root) -> int:
    """Start Sphinx; say how often the tool ran until now."""
    pages_of_exercises.write(SimpleNamespace(srcdir=root), SimpleNamespace())
    assert [p.name for p in (root / "book/exercises").glob("*.md")] == ["04-c.md"]
    return len((root / "book/ran").read_text())


def test_what_is_as_it_was_is_not_written_again(root):
    assert runs(root) == 1
    assert runs(root) == 1


@pytest.mark.parametrize(
    "changed",
    [
        *("exercises/all_heads/two/exercise.md", "exercises/all_heads/two/wrong.py"),
        *("requirements.txt", "book/exercises/04-c.md"),
    ],
)
def test_what_changed_is_written_again(root, changed):
    assert runs(root) == 1
    (root / changed).write_text("another")
    assert runs(root) == 2
    page = (root / "book/exercises/04-c.md").read_text()
    assert page == (root / "exercises/all_heads/two/exercise.md").read_text()


def test_a_page_follows_the_title_of_its_chapter_and_nothing_else_there(root):
    chapter = root / "book/04-c.ipynb"
    assert runs(root) == 1
    chapter.write_text(chapter.read_text().replace("More.", "Less."))
    assert runs(root) == 1
    chapter.write_text(chapter.read_text().replace("04 C", "04 D"))
    assert runs(root) == 2


def test_a_tool_that_fails_stops_the_build_and_runs_again(root):
    (root / "exercises/all_heads/two/exercise.md").unlink()
    for _ in range(2):
        with pytest.raises(subprocess.CalledProcessError, match="exercise_pages"):
            pages_of_exercises.write(SimpleNamespace(srcdir=root), SimpleNamespace())


def test_a_book_without_exercises_keeps_what_it_has(tmp_path):
    pages_of_exercises.write(SimpleNamespace(srcdir=tmp_path), SimpleNamespace())
    assert [*tmp_path.iterdir()] == []
