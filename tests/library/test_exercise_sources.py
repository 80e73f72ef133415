"""The form of the exercises: each is complete, and stands in the room of its subject."""

import re
from collections import Counter

import nbformat
import pytest
from conftest import ROOT
from exercise_sources import BY_HAND, BY_NAME, EXPERIMENTS, NAMES, SOURCES
from multihead.exercises import folders as exercises

from exercises import source as exercise_source

FILES = sorted(exercises.FOLDER.rglob("exercise.md"))
CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))


def test_an_exercise_stands_in_the_room_of_a_subject_under_a_name_of_its_own():
    """Numbers of chapters change; the name stays, since students were given it."""
    places = [path.parent.relative_to(exercises.FOLDER).as_posix() for path in FILES]
    assert [p for p in places if not re.fullmatch(r"[a-z_]+/[a-z_][a-z0-9_]*", p)] == []
    names = Counter(path.parent.name for path in FILES)
    assert [name for name, n in names.items() if n > 1] == [], "name one of the two anew"


def test_a_room_has_exercises_of_one_chapter():
    of = {(path.parents[1].name, BY_NAME[path.parent.name].fields["chapter"]) for path in FILES}
    rooms = Counter(room for room, _ in of)
    assert [room for room, n in rooms.items() if n > 1] == [], sorted(of)


def test_the_sources_are_complete():
    assert exercises.names() == NAMES, "a folder has no exercise.md or no checks.py"
    assert exercises.without_reference() == EXPERIMENTS, "this folder has no checks.py"
    assert {source.fields["kind"] for source in SOURCES} == {"by-hand", "code", "experiment"}
    assert {source.fields["chapter"] for source in SOURCES} <= {path.stem for path in CHAPTERS}
    for name in NAMES:
        assert exercises.load(name).by_hand == (name in BY_HAND)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_has_two_exercises_or_more_or_says_that_it_has_none(chapter):
    own_names = [source.name for source in SOURCES if source.fields["chapter"] == chapter.stem]
    cells = nbformat.read(chapter, as_version=4).cells
    says_none = any("This chapter has no exercises." in cell.source for cell in cells)
    is_side_road = not chapter.stem[0].isdigit()
    assert not own_names if says_none or is_side_road else len(own_names) >= 2, own_names


EXERCISES = ROOT / "exercises"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("goal: ", "aim: ", "fields aim, goal"),
        ("minutes: 10", "minutes: ten", "minutes .*'ten'.* int"),
        ("difficulty: 1", "difficulty: 9", "difficulty .*1 to 3"),
        ("chapter: 01-self-attention", "chapter: one", "book/"),
        ("section: ch01-by-hand", "section: By hand", "label such as ch01-mask"),
        ("## Stub", "## Start", r"\['Task', 'Start', 'Solution'\]"),
        ("kind: by-hand", "kind: experiment", "Task, Stub, Rubric, Wrong conclusions, Sol"),
        ("| 2 | All", "| two | All", "'All 21 pairs .*'two'.*whole"),
        ("| 1 | Pairs", "| 1 | | Pairs", "Rubric .*two columns"),
    ],
)
def test_an_incomplete_source_is_refused(tmp_path, old, new, words):
    name = "two_heads/mean_of_two" if old.startswith("|") else "self_attention/new_row"
    good = (EXERCISES / name / "exercise.md").read_text("utf-8")
    assert old in good
    (tmp_path / "exercise.md").write_text(good.replace(old, new, 1))
    with pytest.raises(ValueError, match=words):
        exercise_source.read(tmp_path / "exercise.md")
