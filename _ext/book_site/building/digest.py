"""A short text that is another one when files, their names or what is said beside them changed."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def of_files(root: Path, files: Iterable[Path], extra_text: str = "") -> str:
    """Hash files below a folder, in whatever order they come."""
    sha256 = hashlib.sha256(extra_text.encode())
    for path in sorted(files):
        sha256.update(path.relative_to(root).as_posix().encode() + b"\0")
        sha256.update(path.read_bytes() + b"\0")
    return sha256.hexdigest()[:16]
