"""The gradebook of an LMS is the class: who is who, who is missing, and marks in their place."""

from types import SimpleNamespace

import pytest

from grading import course
from grading.course import CourseError
from grading.marks.freshness import Final
from grading.marks.gradebook import Row
from grading.reports import lms_export, matching, roster

CANVAS = '''\
Student,ID,SIS User ID,SIS Login ID,Section,hw1 (753),"hw2, late (759)",Final Score
,,,,,Manual Posting,,
    Points Possible,,,,,9.0,5,(read only)
"Doe, Jane",12345,S1,jdoe,A,{jane},=1+1,"7"
"van Li, Zoë",33,S2,zoe@x.org,A,{zoe},,
"O'Hara, ""Bo""",35,S3,bo,"B, late",{bo},,
"Test, Eve",37,S4,eve,B,{eve},,
"Student, Test",99,,f00,A,,,
'''
GRADEBOOK = """\
Vorname;Nachname;ID-Nummer;Institution;Abteilung;E-Mail-Adresse;"Aufgabe: hw1 (Punkte)";Kurs
Jane;Doe;S1;Uni;A;jdoe@x.org;{jane};"7,50"
Zoë;van Li;S2;Uni;A;zoe@x.org;{zoe};-
Bo;"O'Hara";S3;Uni;A;bo@x.org;{bo};-
Eve;Test;S4;Uni;A;eve@x.org;{eve};-
"""
WORKSHEET = """\
"Identifier","Full name","Email address","Status","Grade","Maximum Grade","Feedback comments"
"Participant 12345","Jane Doe",jdoe@x.org,"Submitted","{jane}","9.00","a
b"
"Participant 33","Zoë van Li",zoe@x.org,"Submitted","{zoe}","9.00",""
"Participant 35","Bo O'Hara",bo@x.org,"No submission","{bo}","9.00",""
"Participant 37","Eve Test",eve@x.org,"No submission","{eve}","9.00",""
"""
EMPTY = {"jane": "", "zoe": "", "bo": "", "eve": ""}


def student(name, **known):
    fields = {"first_name": None, "last_name": None, "email": None, "lms_user_id": None}
    return SimpleNamespace(**(fields | {"id": name} | known))


def final(**scores):
    rows = [Row(student(name), {}, score, 0, []) for name, score in scores.items()]
    return Final({"attention": 4, "new_row": 5}, rows, {}, [])


@pytest.fixture
def write(tmp_path):
    """Return a function that writes the marks of students into a gradebook."""
    made = course.new(tmp_path / "maths")

    def written(text, scores, name="hw1", column=None):
        (tmp_path / "Grades (2).csv").write_bytes(text.encode())
        given = final(**scores)
        done = lms_export.write(made, name, given, tmp_path / "Grades (2).csv", column)
        assert done.path == made.root / "exports" / f"{name}-Grades (2).csv"
        return done, done.path.read_bytes().decode()

    return written


@pytest.mark.parametrize(
    ("template", "scores", "four"),
    [
        (CANVAS, {"doejane_12345": 4.5, "vanlizoë_33": 9.0}, "4.5"),
        (GRADEBOOK, {"Jane-Doe_5": 4.5, "Zoë-van-Li_7": 9.0}, "4,5"),
        (WORKSHEET, {"Jane-Doe_12345": 4.5, "Zoë-van-Li_33": 9.0}, "4.5"),
    ],
)
def test_marks_are_written_and_every_other_byte_stays(write, template, scores, four):
    done, text = write(template.format(**EMPTY), scores)
    assert text == template.format(**EMPTY | {"jane": four, "zoe": "9"})
    assert (done.matched.open, done.notes) == ([], [])
    assert len(done.matched.absent) == 2
    words = "Nothing was collected from 2 of 4: O'Hara"
    assert lms_export.absent(done.matched).replace("Bo O'", "O'").startswith(words)


@pytest.mark.parametrize(
    ("template", "names"),
    [
        (CANVAS, {"jdoe": "jane", "Zoe@x.org": "zoe", "S3": "bo", "test-eve": "eve"}),
        (GRADEBOOK, {"jdoe": "jane", "zoe@x.org": "zoe", "S3": "bo", "EveTest": "eve"}),
        (WORKSHEET, {"jdoe@x.org": "jane", "zoe": "zoe", "bo-ohara": "bo", "Eve-Test_37": "eve"}),
    ],
)
def test_students_are_known_by_login_address_number_and_name(write, template, names):
    done, text = write(template.format(**EMPTY), dict.fromkeys(names, 3))
    assert done.matched.open == []
    assert text == template.format(**dict.fromkeys(EMPTY, "3"))
    assert lms_export.absent(done.matched) == "From all 4 of the class something was collected."


def test_names_and_numbers_of_the_gradebook_of_nbgrader_count_too(write):
    for known in ({"first_name": "Jane", "last_name": "Doe"}, {"lms_user_id": "12345"}):
        known_rows = roster.read(write(CANVAS.format(**EMPTY), {})[0].path).people
        found = matching.rows_of(student("x7", **known), known_rows)
        assert [one.name for one in found] == ["Doe, Jane"]


def test_who_is_nobody_or_two_is_said_and_gets_no_mark(write):
    twins = GRADEBOOK + "Jane;Doe;S5;Uni;A;jd@x.org;;-\n"
    done, text = write(twins.format(**EMPTY), {"Jane-Doe_5": 3, "S2": 3, "zoe": 3, "max": 3})
    assert text == twins.format(**EMPTY)
    assert done.matched.open == [
        "Jane-Doe_5 may be Jane Doe (row 2) or Jane Doe (row 6)",
        "S2 is Zoë van Li (row 3), and so is zoe",
        "zoe is Zoë van Li (row 3), and so is S2",
        "max is not in Grades (2).csv",
    ]
    assert [one.name for one in done.matched.absent] == ["Bo O'Hara", "Eve Test"]


def test_another_number_of_the_lms_is_another_student_of_the_same_name(write):
    done, text = write(CANVAS.format(**EMPTY), {"doejane_777": 3})
    assert done.matched.open == ["doejane_777 is not in Grades (2).csv"]
    assert text == CANVAS.format(**EMPTY)


def test_marks_that_stood_there_are_replaced_if_they_differ_and_words_stay(write):
    before = {"jane": "4.50", "zoe": "2", "bo": "EX", "eve": "1"}
    scores = {"doejane_12345": 4.5, "vanlizoë_33": 3.0, "oharabo_35": 0.0}
    done, text = write(CANVAS.format(**before), scores)
    assert text == CANVAS.format(**before | {"zoe": "3"})
    assert done.notes == [
        "Replaced other marks of van Li, Zoë (2).",
        'Left what is no number: O\'Hara, "Bo" (EX).',
    ]


def test_another_maximum_is_said(write):
    done, _ = write(CANVAS.format(**EMPTY).replace("9.0", "10"), {"doejane_12345": 3})
    assert done.notes == ["There it has 10 points at most, here 9; set 9 in the LMS."]


def test_the_column_is_the_assignments_or_the_one_that_is_named(write):
    column = "hw2, late (759)"
    done, text = write(CANVAS.format(**EMPTY), {"jdoe": 3, "zoe": 3}, column=column)
    assert text == CANVAS.format(**EMPTY).replace("zoe@x.org,A,,,", "zoe@x.org,A,,3,")
    assert done.notes[0] == "Left what is no number: Doe, Jane (=1+1)."
    for name, column in (("hw3", None), ("hw1", "hw5")):
        with pytest.raises(CourseError, match=rf"no column for {column or name}; name one with --"):
            write(CANVAS.format(**EMPTY), {}, name=name, column=column)
    twice = GRADEBOOK.replace("Kurs", "Aufgabe: hw1 (Prozent)")
    with pytest.raises(CourseError, match="several columns for hw1; name one"):
        write(twice.format(**EMPTY), {})


def test_what_is_no_gradebook_is_refused_and_a_row_cut_short_too(write):
    with pytest.raises(CourseError, match="is neither Canvas's gradebook"):
        write("name,mark\nJane,3\n", {})
    with pytest.raises(CourseError, match="row 9 has 2 cells, and the first row has 8"):
        write(CANVAS.format(**EMPTY) + "a,b\n", {})
