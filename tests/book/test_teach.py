"""The plans for lectures name exercises, minutes and mistakes that are there."""

import re

import pytest
from conftest import ROOT
from exercise_sources import BY_NAME

PAGE = (ROOT / "book" / "teach.md").read_text("utf-8")
SET = re.findall(r"\(`(\w+)`, (\d+) minutes, ([\w ]+)\)", PAGE)
MISTAKES = re.findall(r"^\*\*The report:\*\* (.+)$", PAGE, re.M)


def test_every_exercise_is_set_with_its_minutes_and_its_kind():
    code_names = {name for name in re.findall(r"`(\w+)`", PAGE) if "_" in name or name in BY_NAME}
    assert code_names == {name for name, *_ in SET}
    for name, minutes, kind in SET:
        assert f"[](#exercise-{name.replace('_', '-')}) (`{name}`," in PAGE
        fields = BY_NAME[name].fields
        assert (str(fields["minutes"]), fields["kind"]) == (
            minutes,
            kind.replace("by hand", "by-hand"),
        )


@pytest.mark.parametrize("mistake", re.findall(r'"([^"]+)"', "\n".join(MISTAKES)))
def test_a_mistake_of_a_report_is_one_that_the_exercise_names(mistake):
    (report,) = [report for report in MISTAKES if f'"{mistake}"' in report]
    exercises = [BY_NAME[name] for name in re.findall(r"`(\w+)`", report)]
    wrong_sources = [(source.folder / "wrong.py").read_text("utf-8") for source in exercises]
    assert any(f'"{mistake}' in text for text in wrong_sources)


def test_the_minutes_of_a_lecture_add_up():
    plans = re.split(r"^\| --- .*$", PAGE, flags=re.M)[1:]
    minutes = [sum(map(int, re.findall(r"^\| (\d+) \|", plan, re.M))) for plan in plans]
    assert minutes == [75] * 4
