"""Whether what is stored of a chapter was found by its code as it is; the pages say if not."""

from functools import cache
from pathlib import Path

from sphinx.environment import BuildEnvironment

from book_site import fingerprint
from book_site.building.execution_cache import library_files

STALE = "stale: its code has changed since"
digest = cache(fingerprint.digest)


def is_stale(chapter: Path, made_from: str) -> bool:
    """Say whether a chapter's code is another than that which found something, or gone."""
    return not chapter.is_file() or digest(chapter) != made_from


def note_code_dependencies(env: BuildEnvironment) -> None:
    """Let a page be written again when the code of chapters may have changed."""
    root = Path(env.srcdir)
    for file in [*library_files(root), *(root / "book").glob("*.ipynb"), root / "requirements.txt"]:
        env.note_dependency(str(file))
