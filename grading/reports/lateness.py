"""Who handed in late, as the column *Status* of Moodle's grading worksheet says.

It costs no points here; what lateness costs is for the instructor or Moodle to say.
"""

import re

from grading.course import Course
from grading.marks.freshness import Final
from grading.reports import lms_export, roster
from grading.reports.roster import Roster

LATE = re.compile(r"\d+ [a-z]+ late")  # "Submitted for grading - 2 hours 5 mins late"


def noted(course: Course, name: str, final: Final, found: Roster) -> Final:
    """Mark as late who is late there, and who is not as on time, and return the marks with that.

    A gradebook that does not say it changes nothing.
    """
    if found.kind != roster.WORKSHEET or "Status" not in found.head:
        return final
    at = found.head.index("Status")
    for student, person in lms_export.match(final, found).people.items():
        mark = course.late(student, name)
        if LATE.search(found.cell(person.row, at).value):
            mark.touch()
        else:
            mark.unlink(missing_ok=True)
    return final._replace(late=[who for who in final.graded if course.late(who, name).exists()])
