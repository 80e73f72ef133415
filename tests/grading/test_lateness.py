"""Moodle's grading worksheet says who was late; Canvas says it in the names of files."""

from types import SimpleNamespace

import pytest

from grading import course
from grading.marks.freshness import Final
from grading.marks.gradebook import Row
from grading.reports import lateness, roster

HEAD = "Identifier,Full name,Email address,Status,Grade"
STATUS = {
    "2 hours 5 mins": "Submitted for grading - 2 hours 5 mins late",
    "a day": "Submitted for gradingGraded1 day 3 hours lateExtension granted until: Monday, 5 May",
    "on time": "Submitted for grading - Graded",
    "nothing": "No submission - Assignment is overdue by: 3 days 7 hours",
    "a name": "Submitted for grading by Kate Plate - Not marked",
}
LATE = ["2 hours 5 mins", "a day"]


@pytest.fixture
def maths(tmp_path):
    """A course in which everyone of that worksheet has handed in something."""
    made = course.new(tmp_path / "maths")
    for number in range(len(STATUS)):
        made.submitted(f"s_{number}", "hw1").parent.mkdir(parents=True)
    return made


def noted(maths, statuses, head=HEAD):
    path = maths.root / "worksheet.csv"
    rows = [f'Participant {n},"S",s{n}@x.org,"{text}",-' for n, text in enumerate(statuses)]
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    known = {"first_name": None, "last_name": None, "email": None, "lms_user_id": None}
    graded = [f"s_{number}" for number in range(len(STATUS))]
    rows = [Row(SimpleNamespace(id=student, **known), {}, 3, 0, []) for student in graded]
    late = [student for student in graded if maths.late(student, "hw1").exists()]
    final = Final({}, rows, dict.fromkeys(graded), late)
    return lateness.noted(maths, "hw1", final, roster.read(path)).late


def test_who_is_late_in_the_worksheet_is_marked_and_stays_so(maths):
    wanted = [f"s_{n}" for n, kind in enumerate(STATUS) if kind in LATE]
    assert noted(maths, STATUS.values()) == wanted
    assert [maths.late(f"s_{n}", "hw1").exists() for n in range(len(STATUS))] == [
        kind in LATE for kind in STATUS
    ]
    assert noted(maths, STATUS.values(), HEAD.replace("Status", "Statut")) == wanted


def test_who_got_more_time_is_not_late_any_more(maths):
    noted(maths, STATUS.values())
    assert noted(maths, ["Submitted for grading"] * len(STATUS)) == []
