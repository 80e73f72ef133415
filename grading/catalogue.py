"""The exercises that a course can set: the book's, and its own in `COURSE/exercises/NAME/`.

Those of a course are Python code of the instructor. Whatever goes wrong in it becomes a CourseError
that names the file and the line.
"""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from book_site.learners.task_links import chapters_address
from multihead.exercises import class_variants, keys
from multihead.exercises import folders as exercises
from multihead.exercises.folders import Exercise
from multihead.exercises.sheets import Sheet

from exercises import source as exercise_source
from exercises.source import Source
from grading.course import Course, CourseError

ROOT = Path(__file__).parents[1]
OURS = (ValueError, RuntimeError)  # what the library raises about an exercise, in whole sentences


def of_the_book() -> dict[str, Path]:
    """Find the folders of the book's exercises by their names."""
    return {path.parent.name: path.parent for path in exercises.FOLDER.glob("*/*/exercise.md")}


def folders(course: Course) -> dict[str, Path]:
    """Find the folders of all exercises by their names; of one name, the course's own."""
    own = [path for path in course.exercises.glob("[!._]*") if path.is_dir()]
    return of_the_book() | {path.name: path for path in own}


def folder(course: Course, name: str) -> Path:
    """Find the folder of one exercise."""
    known = folders(course)
    if name not in known:
        raise CourseError(f"no exercise is named {name!r}; there are {', '.join(sorted(known))}")
    return known[name]


def source(folder: Path) -> Source:
    """Read what an exercise says."""
    try:
        return exercise_source.read_any(folder / "exercise.md")
    except (ValueError, OSError) as error:
        raise CourseError(str(error)) from None


def title(course: Course, name: str) -> str:
    """Return the title of an exercise; of a cell that is none, its name."""
    found = folders(course).get(name)
    return source(found).fields["title"] if found else name


def load(folder: Path) -> Exercise:
    """Load what checks an exercise."""
    with told(folder, "checks.py"):
        return exercises.read(folder)


def is_checked(folder: Path) -> bool:
    """Say whether an exercise has checks; a person grades the others."""
    return (folder / "checks.py").exists()


def sheet(folder: Path, secret: int) -> Sheet:
    """Draw the inputs of a class, and compute what is right and wrong in them."""
    found = load(folder)
    with told(folder, "checks.py"):
        return class_variants.sheet(found, secret)._replace(chapters=chapters_address(ROOT))


def key(folder: Path, secret: int, label: str) -> str:
    """Write the key of an exercise for students."""
    if not is_checked(folder):
        return keys.written({})
    found = load(folder)
    with told(folder, "checks.py"):
        return class_variants.key(found, secret, label, chapters_address(ROOT))


@contextmanager
def told(folder: Path, part: str) -> Iterator[None]:
    """Say in which line of an exercise an error arose; where there is none, in which part."""
    try:
        yield
    except CourseError:
        raise
    except Exception as error:
        place = _place(folder, error)
        kind = f"{type(error).__name__}: " if place or not isinstance(error, OURS) else ""
        words = error.msg if isinstance(error, SyntaxError) else str(error)
        raise CourseError(f"{place or folder / part}: {kind}{words}") from error


def _place(folder: Path, error: Exception) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).parent == folder]
    return f"{own[-1].filename}, line {own[-1].lineno}" if own else ""
