"""The key of the execution cache: a chapter runs again if its cells or the library changed.

Jupyter Book's own cache looks at the cells only. Here the code, the pins, the stored numbers and
models, and the settings of the library are hashed too, and the hash names the cache's folder.
"""

import os
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from book_site.building import digest

# In book/, which chapters read: numbers, and the models of real text.
STORED_RESULTS = ("replications.json", "sweeps.json", "real_text/*")
ENVIRONMENT = ("MANY_HEADS_SEED_SET", "MANY_HEADS_SETTING", "ATEN_CPU_CAPABILITY", "MKL_CBWR")


def library_files(root: Path) -> list[Path]:
    """List the library's files, without what Python and other tools leave in its folders."""
    library = root / "book" / "multihead"
    return [p for p in library.rglob("*") if p.is_file() and not is_cache(p.relative_to(library))]


def is_cache(path: Path) -> bool:
    """Tell what Python and ruff leave in a folder from the library itself."""
    return any(part == "__pycache__" or part.startswith(".") for part in path.parts)


def stored_files(root: Path) -> list[Path]:
    """List what is stored beside the chapters, as far as it is there."""
    return sorted(path for name in STORED_RESULTS for path in (root / "book").glob(name))


def library_digest(root: Path) -> str:
    """Hash what a chapter's output depends on besides its cells: code, pins, numbers, settings."""
    files = [*library_files(root), *stored_files(root), root / "requirements.txt"]
    return digest.of_files(root, files, repr([os.environ.get(name) for name in ENVIRONMENT]))


def configure(app: Sphinx, config: Config) -> None:
    root = Path(app.srcdir)
    os.environ["TQDM_DISABLE"] = "1"  # on a slow machine a progress bar would appear on the page
    config.library_digest = library_digest(root)
    config.nb_execution_cache_path = str(root / "_build" / ".jupyter_cache" / config.library_digest)
