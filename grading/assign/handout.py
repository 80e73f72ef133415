"""The folder of an assignment for students, as a zip: notebook, library, keys, what to install.

It has the keys of these exercises alone. Before it is written, all that is not the library is
searched for what students should not have.
"""

import json
from pathlib import Path

import nbformat
from book_site.learners import packing
from nbformat import NotebookNode

from grading import catalogue
from grading.assign import assignments, leaks
from grading.cells import marked
from grading.course import Course, CourseError

ROOT = Path(__file__).parents[2]
FROM = "Your instructor gives it."
READ_ME = """Many Heads: {name}, a folder for students.

Open book/{name}.ipynb, and keep the folders as they are: it finds the library beside it, and
`check` its keys in book/keys. Hand in this notebook alone.

On your own machine you need Python 3.11, 3.12 or 3.13. In this folder:

    python3 -m venv .venv
    .venv/bin/pip install -r requirements.txt
    .venv/bin/jupyter lab book/{name}.ipynb

On Windows it is py -m venv .venv, .venv\\Scripts\\pip and .venv\\Scripts\\jupyter, without WSL.
On Linux without a graphics card, this saves gigabytes:

    .venv/bin/pip install --extra-index-url https://download.pytorch.org/whl/cpu \\
        -r requirements.txt

If you have a Jupyter with NumPy already, use it: `check` needs no more. Some tasks need PyTorch
and what else requirements.txt names.

In Google Colab: upload book/{name}.ipynb (File, Upload notebook), put {name}.zip beside it (the
folder button on the left), and run the first cell.

On a JupyterHub: upload {name}.ipynb and {name}.zip into one folder, and run the first cell. Or
unpack the zip there, and open book/{name}.ipynb.

Code: BSD-3-Clause (LICENSE). Text and figures: CC BY 4.0 (LICENSE-PROSE).
"""


def first_cell(name: str) -> str:
    """Write the cell that finds this folder's zip beside a notebook that was opened alone."""
    return packing.first_cell(ROOT, FOLDER=name, FROM=FROM)


def write(course: Course, name: str, folder: Path, hidden: list[str]) -> None:
    """Write the zip into the folder of the release, with all files that are there.

    Raises
    ------
    CourseError
        If a file would show one of the hidden lines or the secret seed, or is in the way.
    """
    given = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    taken = [path for path in given if path.split("/")[0] in ("keys", "multihead")]
    if taken:
        raise CourseError(f"source/{name}/{taken[0]} is where `check` looks; give it another name")
    others = {
        f"book/{path}": p.read_bytes() for path, p in given.items() if path != f"{name}.ipynb"
    }
    notebook = folder / f"{name}.ipynb"
    release = nbformat.read(notebook, as_version=4)
    others |= class_keys(course, name, release) | of_grader(release)
    leaks.refuse(others, [*hidden, *leaks.lines(ROOT)])
    files = {"README.txt": READ_ME.format(name=name).encode()} | packing.installed(ROOT) | others
    files |= {f"book/{notebook.name}": notebook.read_bytes()} | packing.library(ROOT)
    leaks.refuse(files, leaks.forms(course.seed()))
    packing.pack(dict(sorted(files.items())), folder / f"{name}.zip", name)


def class_keys(course: Course, name: str, release: NotebookNode) -> dict[str, bytes]:
    """Make the keys of the exercises of an assignment, by their path."""
    known, label = catalogue.folders(course), course.variant(name)
    made = {
        exercise: catalogue.key(known[exercise], course.secret(name, exercise), label)
        for exercise in marked(release)
        if exercise in known
    }
    return {f"book/keys/{exercise}.json": text.encode() for exercise, text in made.items()}


def of_grader(release: NotebookNode) -> dict[str, bytes]:
    """Write what `check` says of the grader, for students who may not know what it has."""
    return {"book/keys/assignment.json": json.dumps(assignments.travelling(release)).encode()}
