"""The chapters as files: where they are, how one is run alone, and what code imports."""

import ast
import sys
from pathlib import Path

NOTEBOOKS = sorted((Path(__file__).parents[1] / "book").glob("*.ipynb"))
RUNS = "import sys, nbclient, nbformat as f; nbclient.execute(f.read(sys.argv[1], 4))"


def page_of(label: str) -> str:
    """Return the name of the chapter or side road in which a section has a label."""
    (page,) = (path.stem for path in NOTEBOOKS if f'"({label})=' in path.read_text("utf-8"))
    return page


def imports_of(code: str) -> set[str]:
    """Return the packages that some code imports, but none of Python's own."""
    imported = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module.partition(".")[0])
    return imported - set(sys.stdlib_module_names)
