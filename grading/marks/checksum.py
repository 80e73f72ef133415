"""All that a mark depends on besides the student's file, as one checksum.

Of code only the syntax counts: a comment, a docstring or a blank line changes no mark.
"""

import ast
import hashlib
import json
import platform
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import multihead
from nbformat import NotebookNode

from grading import catalogue, cells
from grading.course import Course, CourseError

LIBRARY = Path(multihead.__file__).parent
SHOWS = {"widgets", "show", "claims", "explore.py"}  # of the library, what computes no answer
GRADING = Path(__file__).parents[1]
JUDGES = ("cells.py", "collect", "jail", "marks")  # of grading
COMPUTE = ("numpy", "scipy", "torch")


def checksum(course: Course, release: NotebookNode) -> bytes:
    """Hash the seed, the release, the code that asks and judges, and the versions it runs on."""
    versions = [platform.python_version(), *map(version, COMPUTE)]
    parts = [str(course.seed()), _told(release), *versions]
    parts += [_of_file(path) for path in _code(course, release)]
    return hashlib.sha256("\0".join(parts).encode()).digest()


@cache
def syntax(text: str) -> str:
    """Hash what some code says to Python."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        documented = isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        )
        if documented and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _code(course: Course, release: NotebookNode) -> Iterator[Path]:
    """List the library, what judges, and the checks of the exercises that are set."""
    for part in sorted(LIBRARY.iterdir()):
        if part.name not in SHOWS:
            yield from _python(part)
    for part in JUDGES:
        yield from _python(GRADING / part)
    known = catalogue.folders(course)
    for name in cells.marked(release):
        if name in known:
            yield from _python(known[name])


def _python(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.suffix == ".py" else []


def _of_file(path: Path) -> str:
    try:
        return syntax(path.read_text("utf-8"))
    except SyntaxError as error:
        raise CourseError(f"{path}, line {error.lineno}: {error.msg}") from None


def _told(release: NotebookNode) -> str:
    """Write what students were given and what it is worth, without the rest of the file."""
    told = [(cell.cell_type, cell.source, cells.marks(cell)) for cell in release.cells]
    return json.dumps([told, release.metadata.get("many_heads", {})], sort_keys=True)
