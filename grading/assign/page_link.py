"""The link with which students answer an assignment on the pages of the site, and hand it in there.

It names the assignment, its exercises and, of those by hand, the numbers of the class: all that
`_ext/book_site/learners/hand_in/` needs. Whoever has the link has what students have, no more.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from book_site.pages.site_address import site_address
from multihead.exercises import answers
from nbformat import NotebookNode

from grading import catalogue
from grading.cells import marked
from grading.course import Course, CourseError

ROOT = Path(__file__).parents[2]
PAGE = "hand-in.html"


def contents(course: Course, name: str, release: NotebookNode) -> dict[str, Any]:
    """Return what the link says; `release` in it changes with anything else that it says."""
    said = {
        "name": name,
        "variant": course.variant(name),
        "exercises": {exercise: _asked(course, name, exercise) for exercise in marked(release)},
    }
    return said | {"release": hashlib.sha256(_json(said).encode()).hexdigest()[:8]}


def mark(course: Course, name: str, release: NotebookNode) -> None:
    """Note in a notebook for students which assignment and which release of it this is."""
    said = contents(course, name, release)
    release.metadata.many_heads |= {"assignment": name, "release": said["release"]}


def of_release(course: Course, name: str, site: str | None) -> str:
    """Return the link of what was released; ``site`` is the address of the home page.

    Raises
    ------
    CourseError
        If the address is not known, or the exercises are not what was released.
    """
    release = course.read_release(name)
    said = contents(course, name, release)
    if release.metadata.many_heads.get("release") != said["release"]:
        raise CourseError(
            f"{name} was released with other exercises than there are now; release it again: "
            f"python -m grading release {course.root} {name}"
        )
    address = site or site_address(ROOT)
    if not address:
        raise CourseError(
            "the address of your site is not known; give it as in --site https://example.edu/heads"
        )
    return link(f"{address.rstrip('/')}/book/", said)


def link(pages: str, said: dict[str, Any]) -> str:
    """Return the address; in its last part are only letters that no LMS changes."""
    text = base64.urlsafe_b64encode(_json(said).encode()).decode().rstrip("=")
    return f"{pages}{PAGE}?class={text}"


def _asked(course: Course, name: str, exercise: str) -> dict[str, Any]:
    """Return of an exercise by hand its numbers, as the task writes them, and the answer's shape.

    A page of another version of the course sees by these that it is one.
    """
    folder = catalogue.of_the_book().get(exercise)
    if not folder or catalogue.source(folder).fields["kind"] != "by-hand":
        return {}
    sheet = catalogue.sheet(folder, course.secret(name, exercise))
    numbers = {
        number: answers.written(number, value).removeprefix(f"{number} = ")
        for number, value in sheet.cases[0].items()
    }
    return {"numbers": numbers, "shape": sheet.right[0].shape}


def _json(said: dict[str, Any]) -> str:
    return json.dumps(said, separators=(",", ":"))
