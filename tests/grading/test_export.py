"""The final marks as Canvas, Moodle and Gradescope take them."""

import csv
import json

import pytest
from graded_class import CLASS, NOTHING, POINTS, RIGHT, SCORES, STRANGE, copied
from sqlalchemy import text

from grading.marks import freshness, gradebook
from grading.marks.mark import Graded, Mark
from grading.reports.export import _table, export, gradescope


def table(path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


@pytest.fixture(scope="module")
def exports(graded_course, tmp_path_factory):
    course = copied(graded_course, tmp_path_factory.mktemp("exports"))
    export(course, "hw1", freshness.final(course, "hw1"))
    return course.root / "exports"


def test_canvas_gets_its_columns_the_points_possible_and_every_score(exports):
    head, possible, *rows = table(exports / "hw1-canvas.csv")
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "hw1"]
    assert possible == ["    Points Possible", "", "", "", "", "9.0"]
    assert {row[3]: float(row[5]) for row in rows} == SCORES


def test_moodle_gets_the_columns_of_its_grading_worksheet(exports):
    head, *rows = table(exports / "hw1-moodle.csv")
    needed = {"Identifier", "Full name", "Email address", "Grade", "Maximum Grade"}
    assert set(head) == needed | {"Last modified (grade)"}
    found = [dict(zip(head, row, strict=True)) for row in rows]
    assert {row["Identifier"]: float(row["Grade"]) for row in found} == SCORES
    assert {row["Maximum Grade"] for row in found} == {"9.0"}


def test_gradescope_gets_a_test_for_each_exercise(exports):
    for student, score in SCORES.items():
        found = json.loads(
            (exports / "hw1-gradescope" / student / "results.json").read_text("utf-8")
        )
        assert found["score"] == score == sum(test["score"] for test in found["tests"])
        assert {test["name"]: test["max_score"] for test in found["tests"]} == POINTS
        assert all(test["visibility"] == "visible" for test in found["tests"])
        for test in found["tests"]:
            kind = CLASS[student].get(test["name"], "The file is no complete notebook")
            assert (test["score"] == test["max_score"]) == (kind == RIGHT)
            assert kind in test["output"] or kind in (NOTHING, STRANGE)


def test_gradescope_shows_the_verdict_the_notes_and_why_a_file_was_refused():
    points, scores = {"new_row": 2, "words": 5}, {"new_row": 2, "words": 3}
    found = Graded({"new_row": Mark(True, "new_row: right.")}, ["cell 3 raised", "cell 5 hung"])
    result = gradescope(points, scores, found)
    assert (result["score"], result["output"]) == (5, "cell 3 raised\ncell 5 hung")
    assert [test["output"] for test in result["tests"]] == ["new_row: right.", ""]
    assert [test["max_score"] for test in result["tests"]] == [2, 5]
    refused = gradescope(points, dict.fromkeys(points, 0), Graded({}, [], "is missing"))
    assert {test["output"] for test in refused["tests"]} == {"The file is missing."}


@pytest.fixture
def renamed(graded_course, tmp_path):
    """Return a function that gives ben the name in `submitted/` and the gradebook that it gets."""
    course = copied(graded_course, tmp_path)

    def rename(name: str, **known: str):
        with gradebook.opened(course) as book:
            found = book.find_student("ben")
            for field, value in known.items():
                setattr(found, field, value)
            book.db.commit()
            for statement in (
                "update student set id = :name where id = 'ben'",
                "update submitted_assignment set student_id = :name where student_id = 'ben'",
                "update many_heads_verdicts set student = :name where student = 'ben'",
                "update many_heads_pages set student = :name where student = 'ben'",
            ):
                book.db.execute(text(statement), {"name": name})
            book.db.commit()
        for folder in ("submitted", "autograded"):
            (course.root / folder / "ben").rename(course.root / folder / name)
        export(course, "hw1", freshness.final(course, "hw1"))
        tables = [table(course.root / "exports" / f"hw1-{to}.csv") for to in ("canvas", "moodle")]
        (canvas,) = [row for row in tables[0] if row[5] == "1.0"]
        (moodle,) = [row for row in tables[1] if row[3] == "1.0"]
        return canvas, moodle

    return rename


def test_a_student_is_known_by_the_number_of_the_lms(renamed):
    canvas, moodle = renamed("Ben-Lee_753")
    assert canvas[:5] == ["Ben-Lee", "753", "", "", ""]
    assert moodle[:2] == ["Participant 753", "Ben-Lee"]


def test_names_of_the_gradebook_are_used(renamed):
    known = {"first_name": "Ben", "last_name": "Lee", "email": "b@c.de", "lms_user_id": "97"}
    canvas, moodle = renamed("b97", **known)
    assert canvas[:5] == ["Lee, Ben", "97", "", "", ""]
    assert moodle[:3] == ["Participant 97", "Lee, Ben", "b@c.de"]


def test_no_cell_is_a_formula(tmp_path):
    evil = [f'{start}cmd|"/c calc",\n1' for start in "=+-@\t\r\n"]
    assert table(_table(tmp_path / "a.csv", [evil])) == [[f"'{text}" for text in evil]]
