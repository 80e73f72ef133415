"""A chapter that was run and saved leaves its clone as it was, and stays folded."""

import json
import shutil
import subprocess
import sys

import nbformat
import pytest
from book_site.building import chapter_source
from conftest import ROOT
from nbformat.v4 import new_output
from notebooks import NOTEBOOKS

CHAPTER = "book/05-same-input-different-gradients.ipynb"
SCRIPT = "_ext/book_site/building/chapter_source.py"


def run_and_saved(saved: bytes) -> str:
    """What JupyterLab writes after *Run All*, of a reader who opened what was folded."""
    nb = nbformat.reads(saved.decode(), as_version=4)
    nb.metadata.kernelspec.display_name = "Python 3 (ipykernel)"
    nb.metadata.language_info |= {"version": "3.11.2", "file_extension": ".py"}
    nb.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    for count, cell in enumerate((c for c in nb.cells if c.cell_type == "code"), 3):
        cell.execution_count = count
        cell.metadata |= {"collapsed": False, "scrolled": True, "trusted": True}
        cell.metadata.execution = {"iopub.execute_input": "2026-11-25T17:00:00.000000Z"}
        cell.metadata.jupyter = {"source_hidden": False}
        if "keep_output" not in cell.metadata.get("tags", []):
            svg = {"image/svg+xml": "<svg></svg>", "text/plain": "a figure"}
            cell.outputs = [new_output("execute_result", data=svg, execution_count=count)]
    return nbformat.writes(nb)


def git(folder, *words: str) -> str:
    me = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    command = ["git", "-C", folder, *me, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def clone(tmp_path):
    """A repository of one chapter, with the filter as the Makefile sets it up."""
    folder = tmp_path / "été à la plage"
    for name in ("Makefile", ".gitattributes", SCRIPT, CHAPTER):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / ".venv/bin").mkdir(parents=True)
    (folder / ".venv/bin/python").symlink_to(sys.executable)
    git(tmp_path, "init", "-q", folder)
    subprocess.run(["make", "-s", "-C", folder, "filter"], check=True)
    git(folder, "add", "Makefile", ".gitattributes", SCRIPT, CHAPTER)
    git(folder, "commit", "-q", "-m", "The book")
    return folder


def save(folder) -> str:
    """Run and save the chapter; return what the file then says."""
    text = run_and_saved((folder / CHAPTER).read_bytes())
    (folder / CHAPTER).write_text(text, "utf-8")
    return text


def test_git_sees_no_change_in_a_chapter_that_was_run_and_saved(clone):
    text = save(clone)
    assert git(clone, "diff", "HEAD") == ""
    git(clone, "add", "book")
    assert git(clone, "status", "--porcelain", "book") == ""
    assert (clone / CHAPTER).read_text("utf-8") == text  # the reader's outputs are still there


def test_git_sees_what_an_author_changed_and_nothing_else(clone):
    nb = json.loads(save(clone))
    nb["cells"][0]["source"].append("\nOne more line.")
    (clone / CHAPTER).write_text(json.dumps(nb), "utf-8")
    changed = [line for line in git(clone, "diff", "-U0", "HEAD").splitlines() if line[0] in "+-"]
    assert len(changed) == 2 + 3  # the two names, the line that gets a comma, and the two new ones
    assert "One more line." in changed[-1]


def test_where_the_filter_cannot_run_git_keeps_the_file_and_says_nothing(clone):
    (clone / ".venv/bin/python").unlink()
    text = save(clone)
    command = ["git", "-C", clone, "add", "book"]
    process = subprocess.run(command, check=True, capture_output=True, text=True)
    assert process.stderr == ""
    assert git(clone, "show", f":{CHAPTER}") == text


def test_a_folder_without_git_gets_no_filter_and_no_error(clone):
    shutil.rmtree(clone / ".git")
    subprocess.run(["make", "-s", "-C", clone, "filter"], check=True)
    assert not (clone / ".git").exists()


def test_a_file_with_marks_of_a_merge_is_left_alone():
    saved = b'<<<<<<< HEAD\n{"cells": []}\n'
    assert chapter_source.strip_notebook(saved) == saved


def test_what_the_page_folds_is_folded_in_jupyterlab_and_colab_and_nothing_else():
    sources = (json.loads(chapter_source.strip_notebook(path.read_bytes())) for path in NOTEBOOKS)
    cells = [cell for source in sources for cell in source["cells"]]
    folds = {"hide-input": 0, "hide-cell": 0}
    for cell in cells:
        tag = next(iter(folds.keys() & cell["metadata"].get("tags", [])), None)
        fold = {k: v for k, v in cell["metadata"].items() if k in ("cellView", "jupyter")}
        if tag is None:
            assert fold == {}, cell["id"]
        else:
            folds[tag] += 1
            assert fold["cellView"] == "form"
            assert fold["jupyter"]["source_hidden"] is True
            assert fold["jupyter"].get("outputs_hidden", False) is (tag == "hide-cell")
    assert all(folds.values())
