"""Read the source of an exercise: `exercises/<subject>/<name>/exercise.md`."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import yaml
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.front_matter import front_matter_plugin
from multihead.exercises import answers
from multihead.exercises import folders as exercises

FIELDS = {
    "title": str,
    "chapter": str,
    "kind": str,
    "minutes": int,
    "difficulty": int,
    "goal": str,
    "usual_mistakes": list,
    "variant": str,
    "solution": str,
}
CHECKED = ("Task", "Stub", "Solution")
PARTS = {
    "by-hand": CHECKED,
    "code": CHECKED,
    "experiment": ("Task", "Stub", "Rubric", "Wrong conclusions", "Solution"),
}
MARKDOWN = MarkdownIt().enable("table").use(front_matter_plugin)


@dataclass(frozen=True)
class Source:
    """An exercise as it was written; numbers of a variant are not yet filled in."""

    name: str
    fields: dict[str, Any]
    task: str
    stub: str
    solution: str
    rubric: str  # of an experiment, which a person grades: a table of points and what earns them
    wrong_conclusions: str  # a table: what people conclude, and the sentence that answers it

    @property
    def points(self) -> int:
        """The most points that the rubric of an experiment gives."""
        return sum(int(points) for points, _ in rows(self.rubric))

    @property
    def open(self) -> bool:
        """Whether readers may see the solution."""
        return self.fields["solution"] == "open"


def read(path: Path) -> Source:
    """Read one `exercise.md`.

    Raises
    ------
    ValueError
        If a field or a part is missing, unknown or of the wrong kind; the message names the file.
    """
    text = path.read_text("utf-8")
    tokens = MARKDOWN.parse(text)
    if not tokens or tokens[0].type != "front_matter":
        raise ValueError(f"{path} does not begin with front matter between two lines of ---")
    fields = yaml.safe_load(tokens[0].content)
    _check_fields(path, fields)
    parts = _parts(text, tokens)
    if tuple(parts) != PARTS[fields["kind"]]:
        wanted = ", ".join(PARTS[fields["kind"]])
        raise ValueError(f"{path} has the parts {list(parts)}; write {wanted}")
    rubric, wrong = parts.get("Rubric", ""), parts.get("Wrong conclusions", "")
    if fields["kind"] == "experiment":
        _check_tables(path, rubric, wrong)
    stub = code(parts["Stub"])
    return Source(path.parent.name, fields, parts["Task"], stub, parts["Solution"], rubric, wrong)


def read_all() -> list[Source]:
    """Read all exercises, sorted by chapter, then difficulty, then name."""
    found = [read(path) for path in exercises.FOLDER.glob("*/*/exercise.md")]
    return sorted(found, key=lambda s: (s.fields["chapter"], s.fields["difficulty"], s.name))


def code(part: str) -> str:
    """Return the code of a part's only fence; empty if it has none."""
    fences = [token for token in MARKDOWN.parse(part) if token.type == "fence"]
    return fences[0].content.rstrip() if len(fences) == 1 else ""


def rows(part: str) -> list[list[str]]:
    """Return the cells of a part's table, row by row, without its head."""
    nodes = SyntaxTreeNode(MARKDOWN.parse(part)).walk()
    found = [row for node in nodes if node.type == "tbody" for row in node.children]
    return [[cell.children[0].content for cell in row.children] for row in found]


def fill(source: Source, part: str, seed: int = 0) -> str:
    """Put the numbers of a variant into the text of an exercise by hand."""
    if source.fields["kind"] != "by-hand":
        return part
    found = exercises.load(source.name)
    case = exercises.variant(found, seed)
    case = case | {"answer": found.reference(*case.values())}
    written = {name: answers.written(name, value) for name, value in case.items()}
    shown = {name: text.removeprefix(f"{name} = ") for name, text in written.items()}
    return jinja2.Template(part, undefined=jinja2.StrictUndefined).render(shown)


def _parts(text: str, tokens: list) -> dict[str, str]:
    """Cut the text at its headings of the second level."""
    lines = text.splitlines()
    heads = [i for i, token in enumerate(tokens) if token.type == "heading_open"]
    heads = [i for i in heads if tokens[i].tag == "h2"]
    starts = [tokens[i].map for i in heads]
    ends = [start for start, _ in starts[1:]] + [len(lines)]
    return {
        tokens[i + 1].content: "\n".join(lines[body:end]).strip()
        for i, (_, body), end in zip(heads, starts, ends, strict=True)
    }


def _check_fields(path: Path, fields: Any) -> None:
    if not isinstance(fields, dict) or set(fields) != set(FIELDS):
        wrong = sorted(set(fields or ()) ^ set(FIELDS))
        raise ValueError(f"{path}: add or remove the fields {', '.join(wrong)}")
    for name, kind in FIELDS.items():
        if not isinstance(fields[name], kind) or not fields[name]:
            raise ValueError(f"{path}: {name} is {fields[name]!r}; give a {kind.__name__}")
    if fields["kind"] not in PARTS or fields["solution"] not in ("open", "closed"):
        raise ValueError(f"{path}: kind is one of {', '.join(PARTS)}, solution open or closed")
    if not 1 <= fields["difficulty"] <= 3 or not 1 <= fields["minutes"] <= 120:
        raise ValueError(f"{path}: difficulty goes from 1 to 3, minutes from 1 to 120")
    if not re.fullmatch(r"\d\d-[a-z0-9-]+", fields["chapter"]):
        raise ValueError(f"{path}: chapter is {fields['chapter']!r}; give a name as in book/")


def _check_tables(path: Path, rubric: str, wrong: str) -> None:
    for name, part in {"Rubric": rubric, "Wrong conclusions": wrong}.items():
        cells = rows(part)
        if not cells or any(len(row) != 2 or not all(row) for row in cells):
            raise ValueError(f"{path}: {name} is a table with two columns; fill both in every row")
    for points, what in rows(rubric):
        if not points.isdecimal():
            raise ValueError(f"{path}: {what!r} earns {points!r}; give a whole number of points")
