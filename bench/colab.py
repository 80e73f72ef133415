"""Run every chapter and all exercises as Colab opens them: one file alone, with Colab's packages.

Backs: a chapter and its exercises run alone in Colab, as README.md and the page *How to* say.

    .venv/bin/python bench/colab.py                         # all, about 10 minutes
    .venv/bin/python bench/colab.py --chapters 03 exercises
    .venv/bin/python bench/colab.py --python python3.12     # a Python that is not Colab's

colab-requirements.txt, next to this file, has Colab's versions; they are installed once, into
`--cache`. A chapter, as the branch `notebooks` has it, lies in an empty folder and starts in an
environment of its own. Its first cell fetches the library, from here where it would ask GitHub,
and installs what is missing, from PyPI. Then the widgets that it showed, or one more if it showed
none, are moved: a value as the page would send it arrives in Python (view → Python), and one set in
Python is sent to the page (Python → view).

An exercise is answered right, then wrong, and `check` has to say so (bench/exercises.py).

It prints what was installed, the seconds of the whole, and the kernel's peak memory. It cannot show
how Colab draws: nothing here is Colab but the versions.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from book_site.learners.notebooks_zip import contents
from book_site.learners.packing import lay_out
from nbformat import NotebookNode

from bench.exercises import execute, filled, row
from tools.project.notebooks_branch import git

ROOT = Path(__file__).parents[1]
PINS = Path(__file__).with_name("colab-requirements.txt")
OWNER = "Someone/many-heads"  # an address that only this machine answers
MOVE = """
import gc, json, re
from multihead.widgets import HeadSlices
from multihead.widgets.base.widget import Widget

shown = [each for each in gc.get_objects() if isinstance(each, Widget)] or [HeadSlices()]
for widget in shown:
    sent = []
    widget.comm.send = lambda data=None, **rest: sent.append(data)
    (trait, low), *_ = [
        (name, field.get("min", 0))
        for name, field in widget.url_fields().items()
        if field["kind"] == "int" and field.get("max", 1) > field.get("min", 0)
    ]
    before = getattr(widget, trait)
    other = low + 1 if before == low else low
    widget.set_state({trait: other})
    assert getattr(widget, trait) == other, (trait, before, other)
    sent.clear()
    setattr(widget, trait, before)
    assert any(message["state"].get(trait) == before for message in sent), sent
status = open("/proc/self/status").read()
peak = int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) / 1000
print(json.dumps([peak, sorted({type(each).__name__ for each in shown})]))
"""


def environment(cache: Path, python: str) -> Path:
    """Install Colab's versions, once; return where they are."""
    folder = cache / "colab"
    subprocess.run([python, "-m", "venv", folder], check=True)
    pip = [folder / "bin/python", "-m", "pip", "install", "--quiet", "-r", PINS]
    subprocess.run(pip, check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    return packages


def repository(folder: Path) -> dict[str, str]:
    """Make the branch that learners get, and return what lets git find it at GitHub's address."""
    os.environ["GITHUB_REPOSITORY"] = OWNER
    lay_out(contents(ROOT), folder)
    git(folder, "init", "--quiet", "--initial-branch=notebooks")
    git(folder, "add", "--all", "--force")
    git(folder, "-c", "user.name=-", "-c", "user.email=-", "commit", "--quiet", "-m", "-")
    there = {"KEY_0": f"url.{folder.as_uri()}.insteadOf", "VALUE_0": f"https://github.com/{OWNER}"}
    return {f"GIT_CONFIG_{name}": value for name, value in {"COUNT": "1", **there}.items()}


def alone(
    name: str, notebook: NotebookNode, packages: Path, settings: dict[str, str]
) -> tuple[str, float, str]:
    """Run a notebook alone in an empty folder, in an environment of its own.

    Return what its last cell printed, the seconds, and which packages were installed.
    """
    with tempfile.TemporaryDirectory() as place:
        file, own = Path(place, "alone", name), Path(place, "env")
        file.parent.mkdir()
        nbformat.write(notebook, file)
        base = packages.parents[2] / "bin" / "python"
        subprocess.run([base, "-m", "venv", "--without-pip", own], check=True)
        (site,) = own.glob("lib/python*/site-packages")
        (site / "colab.pth").write_text(str(packages))
        start = time.perf_counter()
        strict = os.environ | settings | {"MANY_HEADS_CLAIMS": "strict"}
        printed = execute(own / "bin" / "python", file, **strict)
        seconds = time.perf_counter() - start
        installed = sorted(path.name.split("-")[0] for path in site.glob("*.dist-info"))
        return printed, seconds, ", ".join(installed)


def run(chapter: Path, packages: Path, settings: dict[str, str]) -> str:
    """Run a chapter and move its widgets, or try its exercises; return a row of the table."""
    notebook = nbformat.read(chapter, as_version=4)
    tried = filled(notebook) if chapter.name.startswith("exercises-") else None
    if tried:
        notebook = tried.notebook
    else:
        notebook.cells.append(nbformat.v4.new_code_cell(MOVE))
    try:
        printed, seconds, installed = alone(chapter.name, notebook, packages, settings)
    except RuntimeError as error:
        return f"{chapter.stem:40} failed\n{error}"
    if tried:
        return f"{row(chapter.stem, tried, printed)} | {seconds:.0f} s, {installed}"
    peak, moved = json.loads(printed)
    return f"{chapter.stem:40} {seconds:6.0f} {peak:8.0f}   {', '.join(moved)} | {installed}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chapters", nargs="*", default=[""], help="beginnings of their names")
    parser.add_argument("--python", default="python3.13")
    parser.add_argument("--cache", type=Path, default=ROOT / ".colab")
    given = parser.parse_args()
    packages = environment(given.cache, given.python)
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        settings = repository(Path(folder))
        print(f"{'':40} {'wall s':>6} {'peak MB':>8}   moved both ways | installed")
        for chapter in sorted(Path(folder, "book").glob("*.ipynb")):
            if chapter.name.startswith(tuple(given.chapters)):
                row = run(chapter, packages, settings)
                print(row, flush=True)
                fine &= " failed\n" not in row
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
