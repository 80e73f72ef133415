"""Nobody is left alone with a wrong answer: each mistake has its section, each exercise two hints.

These tests find a hint that says too much; whether a hint helps, they cannot find.
"""

import re
import shutil

import pytest
from conftest import ROOT
from exercise_sources import NAMES, SOURCES

from exercises import source as exercise_source
from tools.authors import exercise_help

CODE = ROOT / "exercises/all_heads/split_heads"
BY_HAND = ROOT / "exercises/all_heads/without_transpose"
EXPERIMENT = ROOT / "exercises/bugs/slower_bugs"
HINTS = re.compile(r"(?m)^hints:\n((?:  - .*\n)+)")
MISTAKE = "every head gets the columns of head 0"
LINE = f"  {MISTAKE}: ch04-one-product\n"


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_each_mistake_has_a_section_and_each_exercise_two_hints(source):
    exercise_help.check(source)
    assert (source.name in NAMES) == (exercise_source.HINTS in source.fields)


def refusal(tmp_path, folder, old, new):
    """Change one place in an exercise that is complete, and return what is said of it."""
    copy = tmp_path / folder.name
    shutil.copytree(folder, copy)
    text = (copy / "exercise.md").read_text("utf-8")
    assert old in text
    (copy / "exercise.md").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=re.escape(f"{copy / 'exercise.md'}: ")) as refused:
        exercise_help.check(exercise_source.read(copy / "exercise.md"))
    return str(refused.value)


def hints(folder):
    return HINTS.search((folder / "exercise.md").read_text("utf-8"))[1].splitlines(keepends=True)


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("", f"no section explains '{MISTAKE}'"),
        (LINE.replace("ch04-one", "ch04-no"), f"'{MISTAKE}' leads to 'ch04-no-product', but no"),
        (
            LINE.replace("ch04-one-product", "ch06-task"),
            f"'{MISTAKE}' leads to 'ch06-task' in a later",
        ),
        (LINE.replace("head 0", "head 7"), "head 7' is no mistake of wrong.py"),
    ],
)
def test_a_mistake_without_a_section_that_exists_is_named(tmp_path, new, words):
    assert words in refusal(tmp_path, CODE, LINE, new)


@pytest.mark.parametrize(
    ("folder", "hint", "words"),
    [
        (CODE, "Is it `q.reshape(len(q), n_heads, -1).swapaxes(0, 1)`?", "says 'q.reshape(len"),
        (CODE, "Only `swapaxes` brings the head axis to the front. Why?", "says 'Only `swap"),
        (CODE, f"Can it be that {MISTAKE}?", "says 'every head gets the columns"),
        (CODE, "word " * 46, "has 46 words; write 45"),
        (BY_HAND, "'Is it {{ W }}?'", "cannot be filled in: 'W' is undefined"),
        (BY_HAND, "'Is it {{ answer }}?'", "shows the answer"),
    ],
)
def test_a_hint_that_tells_too_much_is_named(tmp_path, folder, hint, words):
    message = refusal(tmp_path, folder, hints(folder)[1], f"  - {hint}\n")
    assert f": hint 2 {words}" in message


def test_two_hints_are_needed(tmp_path):
    first, second = hints(CODE)
    assert "hints is missing" in refusal(tmp_path / "0", CODE, f"hints:\n{first}{second}", "")
    assert "give two texts" in refusal(tmp_path / "1", CODE, second, "")
    assert "give two texts" in refusal(tmp_path / "3", CODE, first, first + second)


def test_an_experiment_has_neither(tmp_path):
    message = refusal(tmp_path, EXPERIMENT, "\nvariant: ", '\nhints: ["Why?", "How?"]\nvariant: ')
    assert "hints is for answers that `check` can judge" in message
