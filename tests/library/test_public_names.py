"""Chapters, pages and exercises import public names only, so rooms may change within."""

import ast
import json
import re
from functools import cache
from pathlib import Path

BOOK = Path(__file__).parents[2] / "book"
LIBRARY = BOOK / "multihead"
EXERCISES = BOOK.parent / "exercises"
SOURCES = sorted([*BOOK.glob("*.ipynb"), *BOOK.glob("*.md"), *EXERCISES.glob("*/*/*.*")])
# Only where users outgrow one machine: importing it imports Dask.
DEEPER = {"multihead.train.machines"}
IMPORT = re.compile(r"^[ \t]*from (multihead[\w.]*) import (\([^)]*\)|[^\n]+)", re.M)
WHOLE = re.compile(r"^[ \t]*import (multihead[\w.]*)", re.M)


def code(path: Path) -> str:
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        return "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    return text


def imports(text: str) -> list[tuple[str, str]]:
    """Return what a text imports of the library: (module, name), or (module, "") for the module."""
    imported = [(module, "") for module in WHOLE.findall(text)]
    for module, names in IMPORT.findall(text):
        lines = [line.partition("#")[0] for line in names.strip("()").splitlines()]
        imported_names = [name.split(" as ")[0].strip() for name in ",".join(lines).split(",")]
        imported += [(module, name) for name in imported_names if name]
    return imported


@cache
def public_names(module: str) -> set[str] | None:
    """Return the names that a module is there to give, or None if there is no such module."""
    place = BOOK.joinpath(*module.split("."))
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    if not file.is_file():
        return None
    names = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            assigned = {target.id for target in targets if isinstance(target, ast.Name)}
            if assigned == {"__all__"}:
                return set(ast.literal_eval(node.value))
            names |= assigned
    return {name for name in names if not name.startswith("_")}


def problem(module: str, name: str) -> str:
    """Say why nobody may rely on an import; nothing if all may."""
    if module == "multihead":
        public = public_names(f"multihead.{name}") is not None
        return "" if public or not name else f"multihead has no {name}"
    if module.count(".") > 1 and module not in DEEPER:
        room = ".".join(module.split(".")[:2])
        return f"{module} is the inside of a room; let {room} offer {name or 'it'} in __all__"
    if public_names(module) is None:
        return f"there is no {module}"
    if name and name not in public_names(module):
        return f"{module} does not offer {name}; add it to its __all__, or import what it offers"
    return ""


def test_every_import_of_a_reader_is_public():
    imported = {path: imports(code(path)) for path in SOURCES}
    assert {".ipynb", ".md", ".py"} <= {path.suffix for path in imported if imported[path]}
    problems = [
        f"{path.relative_to(BOOK.parent)}: {why}"
        for path, each in imported.items()
        for why in {problem(*one) for one in each} - {""}
    ]
    assert problems == []
