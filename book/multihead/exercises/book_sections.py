"""The sections of the book that have a label, and how a verdict says which of them explains what.

A verdict leads on in the same words wherever it is said: in a notebook, on the page of the
exercise, beside the marks. Where something can be followed, the title in them is a link.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

BOOK = Path(__file__).parents[2]
LABEL = re.compile(r"\(([a-z][\w-]+)\)=")
HEADING = re.compile(r"#+ +(.+)")
FRONT_MATTER = re.compile(r"---\n(.*?)^---\n", re.DOTALL | re.MULTILINE)
FIELD = re.compile(r"^section: *([\w-]+)$", re.MULTILINE)
EXPLAINED = re.compile(r"^explained:\n((?: +.+\n)+)", re.MULTILINE)
ONE_EXPLAINED = re.compile(r"""^ +(['"]?)(.+)\1: ([\w-]+)$""", re.MULTILINE)


class Section(NamedTuple):
    """A section that has a label."""

    chapter: str  # its title, with its number
    title: str
    page: str
    label: str

    def address(self, chapters: str | None) -> str | None:
        """Return where it is read, if it is known where the chapters are."""
        return f"{chapters}{self.page}.html#{self.label}" if chapters else None

    def opening(self, misconception: str | None) -> str:
        """Return the words before its title: it explains a mistake, or else the task."""
        number = self.page[:2]
        of = f"Chapter {number}" if number.isdigit() else f"The side road “{self.chapter}”"
        return f"{of} explains {'this' if misconception else 'the task'} in"

    def sentence(self, misconception: str | None) -> str:
        """Say that it explains a mistake, or else the task."""
        return f"{self.opening(misconception)} “{self.title}”."


Explained = dict[str | None, Section]  # by misconception; that of the task has none


def of_exercise(folder: Path) -> Explained:
    """Read from its `exercise.md` which sections explain an exercise and its usual mistakes.

    It reads the two fields alone, as the book writes them: a reader's kernel may have no YAML.
    """
    path = folder / "exercise.md"
    front = FRONT_MATTER.match(path.read_text("utf-8")) if path.is_file() else None
    fields = front[1] if front else ""
    labels: dict[str | None, str] = dict.fromkeys([None], "".join(FIELD.findall(fields)))
    for block in EXPLAINED.findall(fields):
        labels |= {mistake: label for _, mistake, label in ONE_EXPLAINED.findall(block)}
    return {of: labelled()[label] for of, label in labels.items() if label in labelled()}


@cache
def labelled() -> dict[str, Section]:
    """Find all sections of the book that have a label, by their labels."""
    found = {}
    for page in sorted(BOOK.glob("*.ipynb")):
        chapter, title, waiting = "", "", []
        for line in _lines(page):
            label, heading = LABEL.fullmatch(line), HEADING.fullmatch(line)
            if heading:
                title = heading[1].replace("*", "")
                chapter = chapter or title
            elif label:
                waiting.append(label[1])
                continue
            for name in waiting if line.strip() else []:  # it stands above a heading or a text
                found[name] = Section(chapter, title, page.stem, name)
            waiting = [] if line.strip() else waiting
    return found


def stored(explained: Explained) -> dict[str, Any]:
    """Write what a key has of them: each section once, by its label."""
    return {
        "section": explained[None].label if None in explained else None,
        "explained": {of: section.label for of, section in explained.items() if of is not None},
        "sections": {section.label: section[:-1] for section in explained.values()},
    }


def read(key: dict[str, Any]) -> Explained:
    """Read what a key has of them."""
    labels = {None: key["section"]} if key["section"] else {}
    return {
        of: Section._make([*key["sections"][label], label])
        for of, label in (labels | key["explained"]).items()
    }


def _lines(page: Path) -> list[str]:
    cells = json.loads(page.read_text("utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    return "\n".join(texts).splitlines()
