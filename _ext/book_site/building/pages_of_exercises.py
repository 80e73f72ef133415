"""The pages of exercises are written when Sphinx starts, before it looks for pages.

`tools/authors/exercise_pages.py` writes them into `book/exercises/`, which git ignores. It computes
what is right, for seconds; so it runs only if a page is not what it wrote from what is there now.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from book_site.building import digest

PAGES = "book/exercises"
MADE_FROM = ".made-from"  # beside the pages
TOOL = "tools/authors/exercise_pages.py"
EXERCISES = (
    "exercises/*/*/*.py",
    "exercises/*/*/exercise.md",
    "book/multihead/exercises/*.py",
    "requirements.txt",
)


def write(app: Sphinx, config: Config) -> None:
    """Write the pages; a book without exercises has none."""
    root = Path(app.srcdir)
    if not (root / "exercises").is_dir():
        return
    made_from = root / PAGES / MADE_FROM
    if not made_from.is_file() or made_from.read_text("utf-8") != state(root):
        subprocess.run([sys.executable, root / TOOL], check=True)
        made_from.write_text(state(root), "utf-8")


def state(root: Path) -> str:
    """Hash the pages and what they are made from: of a chapter, its title."""
    opened = (json.loads(p.read_text("utf-8")) for p in sorted((root / "book").glob("*.ipynb")))
    titles = ["".join(chapter["cells"][0]["source"]).partition("\n")[0] for chapter in opened]
    written = *root.glob("tools/authors/exercise_*.py"), *root.glob(f"{PAGES}/*.md")
    return digest.of_files(root, [*exercises(root), *written], repr(titles))


def exercises(root: Path) -> Iterator[Path]:
    """List what exercises consist of, with what draws and judges their cases."""
    return (path for pattern in EXERCISES for path in root.glob(pattern))
