"""Put what learners get on the branch that the launch buttons open.

    make book
    python3 tools/project/notebooks_branch.py && git push origin notebooks

The branch `notebooks` of this repository then holds what the zip of the built book holds, and a
notebook for each former name, one commit after what `origin` has. Its history is never replaced:
nbgitpuller, which brings a class the notebooks, merges it with what students changed. Where nothing
changed there is no new commit.
It needs nothing but Python and git: where a workflow publishes, the book's environment is not.
"""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
ARCHIVE = ROOT / "_build" / "html" / "downloads" / "many-heads-notebooks.zip"
TOP = "many-heads-notebooks"  # the folder in it
BRANCH = "notebooks"
MOVED = ROOT / "book" / "moved.toml"


def git(root: Path, *arguments: str, **environment: str) -> str:
    """Run git in a repository and return what it says; if it fails, its error is on the screen."""
    command = ["git", "-C", str(root), *arguments]
    completed = subprocess.run(
        command, env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return completed.stdout.strip()


def moved_notebooks(existing: set[str]) -> dict[str, str]:
    """Return a notebook of one cell for each former name: it leads to the one of now.

    Links to the former name stand in course sites, and in what Colab and Binder remember.
    """
    names = tomllib.loads(MOVED.read_text("utf-8"))["pages"]
    files = {}
    for former, now in names.items():
        for prefix in ("", "exercises-"):
            name = f"{prefix}{now}.ipynb"
            if name in existing:
                files[f"{prefix}{former}.ipynb"] = notebook_leading_to(name)
    return files


def notebook_leading_to(name: str) -> str:
    text = f"This notebook has a new name: [{name}]({name})."
    cell = {"cell_type": "markdown", "id": "moved", "metadata": {}, "source": [text]}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": kernel}}
    return json.dumps(notebook | {"nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def write_tree(root: Path, archive: Path) -> str:
    """Store what a zip holds, and what leads on from former names, as a tree of git.

    The repository's own files stay as they are.
    """
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(archive) as zip_file:
        zip_file.extractall(folder)
        book = Path(folder, TOP, "book")
        for name, text in moved_notebooks({path.name for path in book.glob("*.ipynb")}).items():
            (book / name).write_text(text, "utf-8")
        environment = {"GIT_WORK_TREE": f"{folder}/{TOP}", "GIT_INDEX_FILE": f"{folder}/index"}
        git(root, "add", "--all", "--force", ".", **environment)
        return git(root, "write-tree", **environment)


def update(root: Path, archive: Path) -> bool:
    """Let the local branch hold what the zip holds; say whether `origin` has something else."""
    tree, author = (
        write_tree(root, archive),
        git(root, "log", "-1", "--format=%an\n%ae").split("\n"),
    )
    parents, commit = [], git(root, "ls-remote", "origin", f"refs/heads/{BRANCH}")[:40]
    if commit:
        git(root, "fetch", "--quiet", "--depth=1", "origin", BRANCH)
        parents = ["-p", commit]
    changed = not commit or git(root, "rev-parse", f"{commit}^{{tree}}") != tree
    if changed:
        user = [f"user.{key}={value}" for key, value in zip(("name", "email"), author, strict=True)]
        message = f"The notebooks as of {git(root, 'rev-parse', '--short', 'HEAD')}"
        identity = [part for pair in user for part in ("-c", pair)]
        commit = git(root, *identity, "commit-tree", tree, *parents, "-m", message)
    git(root, "branch", "--force", BRANCH, commit)
    return changed


def main() -> int:
    if not ARCHIVE.is_file():
        sys.exit(f"{ARCHIVE} is missing; run `make book` first")
    print(f"{BRANCH}: {'a new commit' if update(ROOT, ARCHIVE) else 'nothing changed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
