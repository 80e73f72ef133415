"""A short text that is another one when files, their names or what is said beside them changed."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def of_files(root: Path, files: Iterable[Path], beside: str = "") -> str:
    """Hash files below a folder, in whatever order they come."""
    hashed = hashlib.sha256(beside.encode())
    for path in sorted(files):
        hashed.update(path.relative_to(root).as_posix().encode() + b"\0")
        hashed.update(path.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]
