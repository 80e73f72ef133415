"""nbgrader's database with our verdicts: what is saved is read back, and resets take it away."""

import pytest
from nbgrader import api

from grading import course
from grading.course import CourseError
from grading.marks import gradebook, verdict_table
from grading.marks.mark import Graded, Mark

MARK = Mark(False, "no √", "view", "crashed", {"one": True})
FOUND = Graded({"new_row": MARK}, ["cell 3 raised"], "is missing")


@pytest.fixture(scope="module")
def maths(tmp_path_factory):
    """A course with hw1: new_row by checks, and an answer in words."""
    made = course.new(tmp_path_factory.mktemp("gradebook") / "maths")
    with gradebook.opened(made) as book:
        book.add_assignment("hw1")
        book.add_notebook("hw1", "hw1")
        for name, points in (("new_row", 2), ("words", 5)):
            book.add_grade_cell(name, "hw1", "hw1", max_score=points, cell_type="code")
        book.add_solution_cell("new_row-answer", "hw1", "hw1")
    return made


@pytest.fixture
def book(maths):
    with gradebook.opened(maths) as book:
        gradebook.reset(book, "hw1", ["ada", "bo"])
        yield book


def save(book, student, scores, words="the words"):
    comments = {"new_row-answer": f"    for {student}"}
    texts = {"new_row": "some code", "words": words}
    gradebook.save(book, "hw1", student, f"key of {student}", FOUND, scores, comments, texts)


def of(book, student) -> gradebook.Row:
    (row,) = gradebook.rows(book, "hw1", [student])
    return row


def test_scores_verdicts_and_keys_are_read_as_they_were_saved(book):
    save(book, "ada", {"new_row": 2.0})
    assert verdict_table.read(book, "hw1") == {"ada": ("key of ada", FOUND)}
    row = of(book, "ada")
    assert (row.scores, row.score, row.waiting) == ({"new_row": 2, "words": 0}, 2, 1)
    assert of(book, "bo").waiting == 2, "the score of one student was given to another"


def test_only_the_students_that_were_asked_for_are_listed(book):
    assert [row.student.id for row in gradebook.rows(book, "hw1", ["bo", "eve"])] == ["bo"]


def test_a_reset_takes_back_the_scores_of_its_students_only(book):
    for student in ("ada", "bo"):
        save(book, student, {"new_row": 2.0, "words": 3.0})
    gradebook.reset(book, "hw1", ["ada"])
    assert {*verdict_table.read(book, "hw1")} == {"bo"}
    book.db.expire_all()
    assert (of(book, "ada").score, of(book, "ada").waiting) == (0, 2)
    assert (of(book, "bo").score, of(book, "bo").waiting) == (5, 0)


def by_hand(book, student="ada", **points):
    """Give points as formgrader does."""
    for name, score in points.items():
        given = book.find_grade(name, "hw1", "hw1", student)
        given.manual_score, given.needs_manual_grade = score, False
    book.db.commit()


def regrade(book, scores, words="the words", student="ada"):
    gradebook.reset(book, "hw1", [student])
    save(book, student, scores, words)
    book.db.expire_all()
    row = of(book, student)
    return row.score, row.waiting, row.again


def test_points_by_hand_survive_a_regrade_and_wait_only_if_the_text_is_another(book):
    save(book, "ada", {"new_row": 2.0})
    assert of(book, "ada").waiting == 1
    by_hand(book, new_row=1, words=4)
    assert regrade(book, {"new_row": 2.0}) == (5, 0, [])
    assert regrade(book, {"new_row": 0.0}) == (5, 0, []), "a changed key took points by hand"
    assert regrade(book, {"new_row": 2.0}, "other words") == (5, 1, ["words"])
    assert regrade(book, {"new_row": 2.0}, "other words") == (5, 1, ["words"]), "nobody looked"
    assert regrade(book, {"new_row": 2.0}, "the words") == (5, 0, [])
    assert regrade(book, {"new_row": 2.0}, "other words") == (5, 1, ["words"])
    by_hand(book, words=3)
    assert regrade(book, {"new_row": 2.0}, "other words") == (4, 0, [])


def test_points_by_hand_survive_a_run_that_was_stopped(book):
    save(book, "bo", {"new_row": 2.0})
    by_hand(book, "bo", words=4)
    gradebook.reset(book, "hw1", ["bo"])
    assert regrade(book, {"new_row": 2.0}, student="bo") == (6, 0, [])


def test_an_assignment_that_is_not_there_is_told_with_the_command(book):
    with pytest.raises(CourseError, match="no assignment hw5; release it: python -m grading rel"):
        gradebook.assignment(book, "hw5")
    assert isinstance(gradebook.assignment(book, "hw1"), api.Assignment)
