"""What is in a student's notebook, and the marks that it deserves."""

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ordinary.known_answers import right_answer

POINTS = {"new_row": 1, "attention": 2, "split_heads": 1, "multi_head": 3}
RIGHT = {name: right_answer(name) for name in POINTS}
IMPORT = "import numpy as np\n"

Notebook = dict[str, Any]  # as JSON has it
NONE: Mapping[str, str] = MappingProxyType({})


def plain(nb: Notebook) -> bytes:
    """Write a notebook as Jupyter does."""
    return json.dumps(nb, indent=1, ensure_ascii=False).encode()


class Habit(NamedTuple):
    """How a notebook differs from the released one with our four answers in it.

    In a cell ``<attention>`` stands for our answer to that exercise, ``<bare attention>`` for the
    same without its import, and ``<1.2>`` for 1.2 times the seconds that one answer may take.
    """

    #: The cell of an answer, if it is not ours.
    answers: Mapping[str, str] = NONE
    #: Cells above all others.
    first: tuple[str, ...] = ()
    #: Cells right above the cell for `attention`.
    middle: tuple[str, ...] = ()
    #: Cells below all others.
    last: tuple[str, ...] = ()
    #: What earns no point, and a word that the student has to read there.
    lost: Mapping[str, str] = NONE
    #: How the file is written.
    file: Callable[[Notebook], bytes] = plain

    def points(self) -> dict[str, float]:
        """Return the points that each exercise deserves."""
        return {name: 0.0 if name in self.lost else float(most) for name, most in POINTS.items()}

    def notebook(self, released: Notebook, seconds: float) -> bytes:
        """Return the file that this student hands in."""
        nb = json.loads(json.dumps(released))
        for cell in nb["cells"]:
            cell["source"] = "".join(cell["source"])  # of its lines
        for name, right in RIGHT.items():
            answer = cell_of(nb, f"{name}-answer")
            answer["source"] = filled(self.answers.get(name, right), seconds)
        for texts, place in (
            (self.last, len(nb["cells"])),
            (self.middle, nb["cells"].index(cell_of(nb, "attention-answer"))),
            (self.first, 0),
        ):
            nb["cells"][place:place] = [code(filled(text, seconds)) for text in texts]
        return self.file(nb)


def attention(text: str, **lost: str) -> Habit:
    """Have a habit in the cell of `attention` alone."""
    return Habit({"attention": text}, lost=lost)


def by_hand(text: str, **lost: str) -> Habit:
    """Have a habit in the cell of `new_row`, where the answer is two numbers."""
    return Habit({"new_row": text}, lost=lost)


def code(text: str) -> Notebook:
    """Make a cell of a student's own, as old versions of Jupyter do: without an id."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": text,
    }


def cell_of(nb: Notebook, grade_id: str) -> Notebook:
    """Find a released cell."""
    found = [
        c for c in nb["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id
    ]
    return found[0]


def filled(text: str, seconds: float) -> str:
    """Put our answers and the times into the text of a cell."""
    for name, right in RIGHT.items():
        text = text.replace(f"<bare {name}>", right.removeprefix(IMPORT).strip())
        text = text.replace(f"<{name}>", right)
    times = re.sub(r"<(\d+\.\d)>", lambda found: f"{float(found[1]) * seconds:g}", text)
    return times.strip("\n")
