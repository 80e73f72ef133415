"""The notebooks of exercises, filled in twice: with right answers, then with usual wrong ones.

Part of bench/colab.py; bench/binder.py and bench/hub.py use it too. Every cell stays as learners
get it, but for the stubs; behind each `check` a wrong answer is checked by the same cell. The last
cell prints all that `check` said, in order.
"""

import json
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import nbformat
import numpy as np
from multihead.exercises import folders
from nbformat import NotebookNode

from exercises.source import Source, code, read_all

SPREAD = [i / 10 for i in range(20)]  # one number for each seed
CHECKED = re.compile(r'^check\("?(\w+)', re.M)
SAY = """
import json
print(json.dumps([str(said) for said in Out.values() if type(said).__name__ == "Verdict"]))
"""
RUN = """
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], 4)
nbclient.NotebookClient(notebook, timeout=300).execute()
print(*(out.text for out in notebook.cells[-1].outputs if out.name == "stdout"))
"""


class Filled(NamedTuple):
    """A notebook without stubs, and the words that `check` has to say of each answer."""

    notebook: NotebookNode
    words: list[str]


def filled(notebook: NotebookNode) -> Filled:
    """Answer each exercise, first right, then wrong."""
    sources = {source.name: source for source in read_all()}
    cells, words = [], []
    for cell in notebook.cells:
        cells.append(cell)
        checked = CHECKED.search(cell.source) if cell.cell_type == "code" else None
        if checked:
            source = sources[checked[1]]
            stub = max(i for i, cell in enumerate(cells) if cell.source == source.stub)
            cells[stub] = nbformat.v4.new_code_cell(right(source))
            answer, named = wrong(source)
            cells += [nbformat.v4.new_code_cell(answer), nbformat.v4.new_code_cell(cell.source)]
            words += [f"{source.name}: visible checks pass.", named]
    cells.append(nbformat.v4.new_code_cell(SAY))
    return Filled(nbformat.v4.new_notebook(cells=cells, metadata=notebook.metadata), words)


def right(source: Source) -> str:
    """Write the cell of a right answer."""
    if source.fields["kind"] == "code":
        return code(source.solution)
    if source.fields["kind"] == "experiment":
        return f"answer = {SPREAD}"
    found = folders.load(source.name)
    return _numbers(found.reference(*folders.variant(found, 0).values()))


def wrong(source: Source) -> tuple[str, str]:
    """Write the cell of a wrong answer, and what `check` says of it."""
    if source.fields["kind"] == "experiment":
        return f"answer = {np.mean(SPREAD)}", "A single number, such as a mean, has no spread."
    found = folders.load(source.name)
    misconception, mistaken = next(iter(found.wrong.items()))
    named = f"Likely: {misconception}."
    if found.by_hand:
        return _numbers(mistaken(*folders.variant(found, 0).values())), named
    text = (folders.folder_of(source.name) / "wrong.py").read_text("utf-8")
    return (
        f"own = {{}}\nexec({text!r}, own)\n\n\ndef {source.name}(*inputs, wrong=own['WRONG']):\n"
        f"    return wrong[{misconception!r}](*inputs)"
    ), named


def faults(words: list[str], printed: str) -> list[str]:
    """Compare what `check` said with what it has to say; return where they differ."""
    said = json.loads(printed)
    if len(said) != len(words):
        return [f"{len(said)} verdicts for {len(words)} answers"]
    return [
        f"{verdict}\nlacks: {wanted}"
        for verdict, wanted in zip(said, words, strict=True)
        if wanted not in verdict
    ]


def row(name: str, found: Filled, printed: str) -> str:
    """Say in a line how many answers got the right verdict, or in more what is wrong."""
    bad = faults(found.words, printed)
    half = len(found.words) // 2
    said = "failed\n" + "\n".join(bad) if bad else f"{half} right pass, {half} wrong are named"
    return f"{name:40} {said}"


def execute(python: Path, notebook: Path, **environment: str) -> str:
    """Run a notebook where it lies, without our own folders; return what its last cell printed."""
    done = subprocess.run(
        [python, "-c", RUN, notebook.name],
        cwd=notebook.parent,
        env={name: value for name, value in environment.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def _numbers(answer: object) -> str:
    return f"answer = {np.asarray(answer).tolist()}"
