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
DIGEST = ".made-from"  # beside the pages
TOOL = "tools/authors/exercise_pages.py"
EXERCISES = (
    "exercises/*.py",
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
    digest_file = root / PAGES / DIGEST
    if not digest_file.is_file() or digest_file.read_text("utf-8") != digest_of_sources(root):
        subprocess.run([sys.executable, root / TOOL], check=True)
        digest_file.write_text(digest_of_sources(root), "utf-8")


def digest_of_sources(root: Path) -> str:
    """Hash the pages and what they are made from: of a chapter, its title."""
    chapters = (json.loads(p.read_text("utf-8")) for p in sorted((root / "book").glob("*.ipynb")))
    titles = ["".join(chapter["cells"][0]["source"]).partition("\n")[0] for chapter in chapters]
    tools_and_pages = *root.glob("tools/authors/exercise_*.py"), *root.glob(f"{PAGES}/*.md")
    return digest.of_files(root, [*exercises(root), *tools_and_pages], repr(titles))


def exercises(root: Path) -> Iterator[Path]:
    """List what exercises consist of, with what draws and judges their cases."""
    return (path for pattern in EXERCISES for path in root.glob(pattern))
