"""Every exercise is tried where learners stand: the zip unpacked, all its cells run, no PyTorch.

`bench/colab.py`, `bench/binder.py` and `bench/hub.py` try the same in other environments.
"""

import os
import subprocess
import sys

import nbformat
import pytest
from book_site.learners import notebooks_zip, packing
from conftest import ROOT
from exercise_sources import EXPERIMENTS, NAMES

from bench import exercises

# Every cell of every notebook as a kernel runs it, in one process.
RUN = """
import sys
sys.modules["torch"] = None
from IPython.core.interactiveshell import InteractiveShell

import nbformat
for path in sys.argv[1:]:
    shell = InteractiveShell()
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "code":
            shell.run_cell(cell.source, store_history=True).raise_error()
from multihead.exercises import folders
assert not folders.FOLDER.exists(), folders.FOLDER
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """What the zip holds, in a folder without the repository."""
    folder = tmp_path_factory.mktemp("unpacked")
    packing.lay_out(notebooks_zip.contents(ROOT), folder)
    return folder / "book"


@pytest.fixture(scope="module")
def filled(unpacked):
    found = sorted(unpacked.glob("exercises-*.ipynb"))
    return {path: exercises.filled(nbformat.read(path, as_version=4)) for path in found}


def test_every_exercise_is_tried_with_a_right_and_a_wrong_answer(filled):
    words = [word for found in filled.values() for word in found.words]
    assert sorted(w.partition(":")[0] for w in words[::2]) == sorted([*NAMES, *EXPERIMENTS])
    assert len(words[1::2]) == len(words[::2]) > 60
    assert sum(word.startswith("Likely: ") for word in words[1::2]) == len(NAMES)


def test_a_learner_is_told_what_is_right_and_which_mistake_an_answer_is(filled):
    for path, found in filled.items():
        nbformat.write(found.notebook, path)
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", RUN, *filled],
        cwd=next(iter(filled)).parent,
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    printed = [line for line in done.stdout.splitlines() if line.startswith("[")]
    for found, line in zip(filled.values(), printed, strict=True):
        assert exercises.faults(found.words, line) == []
