"""What learners open: the branch of notebooks, and the launch buttons that lead to it."""

import os
import re
import subprocess
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote

from tools.project.broken_links import answer
from tools.project.notebooks_branch import BRANCH, TOP

SECONDS = 300
ARCHIVE = f"{TOP}.zip"
NOTEBOOK = re.compile(r"book/[\w.-]+\.ipynb")


def on_branch(repository: str) -> dict[str, bytes]:
    """Return each file of the branch by its path, with the bytes that it has there."""
    as_stored = ["git", "-c", "core.autocrlf=false"]
    clone = [*as_stored, "clone", "--quiet", "--depth=1", f"--branch={BRANCH}", "--", repository]
    quiet = os.environ | {"GIT_TERMINAL_PROMPT": "0"}
    with tempfile.TemporaryDirectory() as folder:
        done = {"check": True, "capture_output": True, "text": True, "timeout": SECONDS}
        subprocess.run([*clone, folder], env=quiet, **done)
        paths = [path for path in Path(folder).rglob("*") if path.is_file()]
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in files.items() if not name.startswith(".git/")}


def in_zip(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name.removeprefix(f"{TOP}/"): archive.read(name) for name in archive.namelist()}


def unlike(branch: dict[str, bytes], archive: bytes) -> set[str]:
    """Return the files in which the branch and the zip differ, which the same build publishes."""
    packed = in_zip(archive)
    return {name for name in branch.keys() | packed if branch.get(name) != packed.get(name)}


def dead(branch: dict[str, bytes], button: str) -> str:
    """Say why a launch button opens nothing: the branch lacks its notebook, or no service answers.

    A service that is busy or refuses programs says nothing about the button.
    """
    notebook = NOTEBOOK.search(unquote(button))
    if notebook and notebook[0] not in branch:
        return f"no {notebook[0]} on the branch {BRANCH}"
    is_broken, said = answer(button)
    return said if is_broken else ""
