"""A course folder, as nbgrader knows it: where things are, its secret seed, its configuration."""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from multihead.exercises.class_variants import drawn
from traitlets.config import Config, PyFileConfigLoader

if TYPE_CHECKING:
    from nbformat import NotebookNode

CONFIG = '''\
"""nbgrader's settings for this course; `python -m grading` and nbgrader's formgrader read them."""

from pathlib import Path

import grading

c = get_config()  # noqa: F821
c.CourseDirectory.root = str(Path(__file__).resolve().parent)
c.CourseDirectory.course_id = "{course_id}"

# A released answer cell is the stub above the solution, and nothing else.
c.ClearSolutions.code_stub = {{"python": ""}}
c.ClearSolutions.text_stub = "*Write your answer here.*"

# What students wrote is shown, but not live.
c.HTMLExporter.preprocessors = ["nbconvert.preprocessors.sanitize.SanitizeHTML"]
c.SanitizeHTML.enabled = True
c.HTMLExporter.sanitize_html = True

# The formgrader draws formulas itself, and asks no other host for what would draw them.
c.HTMLExporter.filters = {{"markdown2html": "grading.reports.formgrader.markdown"}}
c.HTMLExporter.extra_template_basedirs.prepend([str(Path(grading.__file__).parent / "reports")])

# nbgrader's own Autograde would run student code outside the jail. So it runs none and gives no
# points; they come from `python -m grading grade`.
c.Autograde.autograde_preprocessors = []
'''

README = """\
# {course_id}

Run these in the folder of Many Heads. COURSE is this folder, hw1 an assignment.

The first makes an exercise of your own, which only this course has; without one, begin below:

    .venv/bin/python -m grading exercise   COURSE my_exercise

Then, in this order:

    .venv/bin/python -m grading assignment COURSE hw1 new_row attention=2
    .venv/bin/python -m grading release    COURSE hw1
    .venv/bin/python -m grading link       COURSE hw1
    .venv/bin/python -m grading collect    COURSE hw1 FOLDER_OR_ZIP
    .venv/bin/python -m grading grade      COURSE hw1
    .venv/bin/python -m grading feedback   COURSE hw1
    .venv/bin/python -m grading export     COURSE hw1
    .venv/bin/python -m grading report     COURSE hw1

Give students release/hw1/hw1.zip, or the link if they work on the pages of a site. `secret_seed`
draws the numbers of exercises by hand, and the inputs that answers are graded on: show it to
nobody, and keep it, since hw1 has no marks without.
"""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}")


class CourseError(Exception):
    """Something that a command cannot go on from; the message says what to do."""


@dataclass(frozen=True)
class Course:
    """The folder of one course."""

    root: Path

    @property
    def exercises(self) -> Path:
        """The folder of exercises of this course alone."""
        return self.root / "exercises"

    def source(self, name: str) -> Path:
        return self.root / "source" / name / f"{name}.ipynb"

    def release(self, name: str) -> Path:
        return self.root / "release" / name / f"{name}.ipynb"

    def read_source(self, name: str) -> "NotebookNode":
        return _notebook(self.source(name), f"assignment {self.root} {name} EXERCISE")

    def read_release(self, name: str) -> "NotebookNode":
        return _notebook(self.release(name), f"release {self.root} {name}")

    def submitted(self, student: str, name: str) -> Path:
        return self.root / "submitted" / student / name / f"{name}.ipynb"

    def autograded(self, student: str, name: str) -> Path:
        return self.root / "autograded" / student / name / f"{name}.ipynb"

    def late(self, student: str, name: str) -> Path:
        """Say where a file marks that a submission came late."""
        return self.submitted(student, name).with_name("late")

    def seed(self) -> int:
        """Read the secret seed that grading draws its inputs from."""
        path = self.root / "secret_seed"
        if path.stat().st_mode & 0o077:
            raise CourseError(f"other users can read {path}; run: chmod 600 {path}")
        text = path.read_text("utf-8", errors="replace").strip()
        if not re.fullmatch("[0-9]{1,100}", text):
            raise CourseError(f"{path} holds no whole number; put the course's seed back")
        return int(text)

    def secret(self, name: str, exercise: str) -> int:
        """Return the seed of an exercise's inputs; each assignment and exercise has its own."""
        return drawn(self.seed(), f"{name} {exercise}")

    def variant(self, name: str) -> str:
        """Return how a notebook names the numbers of its exercises by hand: hw1-3f2a.

        The end differs between courses, so that a key of another year is not taken for this one's.
        """
        return f"{name}-{drawn(self.seed(), name) % 2**16:04x}"

    def same_variant(self, name: str, notebook: "NotebookNode") -> None:
        """Refuse a notebook whose numbers are not those of this assignment and secret seed."""
        given = notebook.metadata.get("many_heads", {}).get("variant", self.variant(name))
        if given != self.variant(name):
            raise CourseError(
                f"the exercises by hand of {name} have the numbers of {given}, "
                f"and this course has {self.variant(name)}; put back the secret_seed that "
                f"{name} was made with, or make it anew: python -m grading assignment"
            )

    def config(self) -> Config:
        """Read the course's settings for nbgrader."""
        return PyFileConfigLoader("nbgrader_config.py", path=str(self.root)).load_config()


def new(root: Path) -> Course:
    """Make a course folder; nothing that exists is changed."""
    root = root.resolve()
    if re.search(r'[][*?{}"\\\n]', str(root)):
        raise CourseError(f'{str(root)!r}: nbgrader needs a path without [ ] * ? {{ }} " and \\')
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise CourseError(f"{root} exists and is not empty; name a new folder")
    root.mkdir(parents=True, exist_ok=True)
    seed = os.open(root / "secret_seed", os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600)
    with os.fdopen(seed, "w", encoding="utf-8") as file:
        file.write(f"{secrets.randbits(128)}\n")
    for path, text in (("nbgrader_config.py", CONFIG), ("README.md", README)):
        (root / path).write_text(text.format(course_id=root.name), encoding="utf-8")
    return Course(root)


def find(root: Path) -> Course:
    """Return the course in a folder that `new` made."""
    root = root.resolve()
    missing = [
        name for name in ("nbgrader_config.py", "secret_seed") if not (root / name).is_file()
    ]
    if missing:
        raise CourseError(
            f"{root} is no course folder: it has no {' and no '.join(missing)}; "
            "make one with: python -m grading new COURSE"
        )
    return Course(root)


def checked(name: str) -> str:
    """Return the name of an assignment if folders, columns and nbgrader can carry it."""
    if not NAME.fullmatch(name):
        raise CourseError(
            f"{name!r} cannot name an assignment; use up to 61 letters, digits, _ and -, as in hw1"
        )
    return name


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give a path to write to; it takes the place of the file at the end, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    yield part
    part.replace(path)


def _notebook(path: Path, command: str) -> "NotebookNode":
    if not path.is_file():
        raise CourseError(f"{path} is missing; make it with: python -m grading {command}")
    import nbformat  # takes a second, and each worker of `grade` imports this module

    return nbformat.read(path, as_version=4)
