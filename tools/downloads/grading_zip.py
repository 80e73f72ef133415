"""What assigns and grades the exercises, as a zip: the part of the repository that needs.

It holds every solution. So the zips for readers, of the notebooks and of the site, are without it.
"""

import re
from pathlib import Path

from book_site.building.execution_cache import is_cache
from book_site.building.repository import commit
from book_site.building.required_matches import replaced
from book_site.learners.packing import pack

ROOT = Path(__file__).parents[2]
TOP = "many-heads-grading"
FOLDERS = ("_ext", "book", "exercises", "grading", "tools")
FILES = ("LICENSE", "LICENSE-PROSE", "Makefile", "requirements.txt", "requirements-hashes.txt")
PAGE = "book/for-instructors.html"
NAME = f'<span class="pre">{TOP}.zip</span>'
LINK = f'<a href="../downloads/{TOP}.zip">{NAME}</a>'
READ_ME = """Many Heads: what assigns and grades the exercises.

It holds their solutions: keep it from your students.

You need Linux (on Windows, Ubuntu in WSL), Python 3.11, 3.12 or 3.13, and make. In this folder:

    make env grading
    sudo apt-get install bubblewrap libseccomp2

An exercise, from the assignment to what students get:

    .venv/bin/python -m grading new ../maths
    .venv/bin/python -m grading assignment ../maths hw1 new_row
    .venv/bin/python -m grading release ../maths hw1

Students get ../maths/release/hw1/hw1.zip. Put what they hand in into one folder; here it is your
own copy, with the solution:

    mkdir ../handed-in
    cp ../maths/source/hw1/hw1.ipynb ../handed-in/ben.ipynb
    .venv/bin/python -m grading collect ../maths hw1 ../handed-in
    .venv/bin/python -m grading grade ../maths hw1
    .venv/bin/python -m grading export ../maths hw1

The marks are in ../maths/exports. Wherever the page "For instructors" speaks of a copy of the
repository, this folder is one: book/for-instructors.md is its text.

Code: BSD-3-Clause (LICENSE). Text and figures: CC BY 4.0 (LICENSE-PROSE).
"""


def contents(root: Path) -> dict[str, bytes]:
    """Return the bytes of each file by its path."""
    inside = (path for folder in FOLDERS for path in (root / folder).rglob("*"))
    paths = [path for path in inside if path.is_file() and not is_cache(path.relative_to(root))]
    paths += [root / name for name in FILES]
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    return {"README.txt": READ_ME.encode()} | dict(sorted(files.items()))


def write_grading(root: Path, target: Path) -> None:
    pack(contents(root), target, TOP, commit(root))


def offer(html: Path) -> None:
    """Let the page for instructors link to it. `make book` does not, since it does not write it."""
    withdraw(html)
    page = html / PAGE
    linked = replaced(re.compile(re.escape(NAME)), LINK, page.read_text("utf-8"), PAGE)
    page.write_text(linked, "utf-8")


def withdraw(html: Path) -> None:
    page = html / PAGE
    page.write_text(page.read_text("utf-8").replace(LINK, NAME), "utf-8")
