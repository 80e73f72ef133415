"""What students do to a notebook: what is there is read, what is odd is noted, nothing is run."""

import copy
import json
import os
import tempfile
from functools import cache
from pathlib import Path

import nbformat
import pytest

from grading import cells, course
from grading.assign import assignments
from grading.collect import ipynb, notebooks
from grading.collect.ipynb import RefusedError

ANSWER = "def split_heads(q, n_heads):\n    return 7\n"


@cache
def source():
    with tempfile.TemporaryDirectory() as folder:
        made = course.new(Path(folder) / "maths")
        return assignments.make(made, "hw3", ["split_heads=3", "new_row", "bank_scores=2.5"])


def released():
    """Return what students get: the source without its solutions."""
    nb = copy.deepcopy(source())
    for cell in nb.cells:
        cell.source = cell.source.partition("### BEGIN SOLUTION")[0]
    code = nbformat.v4.new_code_cell("runs = ...")
    words = nbformat.v4.new_markdown_cell("*Write your answer here.*")
    code.metadata = {"nbgrader": {"grade_id": "third_head-code", "grade": False, "solution": True}}
    words.metadata = {"nbgrader": {"grade_id": "third_head", "grade": True, "solution": True}}
    nb.cells += [code, words]
    return nb


def read(nb, tmp_path):
    path = tmp_path / "hw3.ipynb"
    path.write_text(nb if isinstance(nb, str) else json.dumps(nb), encoding="utf-8")
    return notebooks.read(path, released())


def cell(nb, name):
    return next(cell for cell in nb.cells if cells.grade_id(cell) == name)


def answered():
    nb = released()
    cell(nb, "split_heads-answer").source = ANSWER
    cell(nb, "new_row-answer").source = "new_row = [1.5, 2.5]"
    return nb


def test_code_comes_in_order_and_a_stub_leaves_only_its_imports(tmp_path):
    got = read(answered(), tmp_path)
    assert [cell for cell in got.cells if cell] == [
        ANSWER,
        "from multihead.checks import check",
        "new_row = [1.5, 2.5]",
        "from multihead.checks import check",
        "from multihead.checks import check",
    ]
    assert (got.written, got.notes) == ({"third_head": ""}, [])
    untouched = read(released(), tmp_path)
    assert next(filter(None, untouched.cells)) == "import numpy as np"
    assert not any("..." in source for source in untouched.cells)


def test_a_cell_has_the_number_that_a_student_counts(tmp_path):
    """From 1, over all cells of the file: those of Markdown, those left out, those with nothing."""
    nb = json.loads(json.dumps(answered()))
    other = {"cell_type": "code", "source": "x = 3"}
    large = {"cell_type": "code", "source": "#" * (ipynb.MAX_CELL + 7)}
    nb["cells"][1:1] = [large, other | {"source": " "}, 7, other | {"cell_type": "raw"}, other]
    numbers = [n for n, cell in enumerate(nb["cells"], 1) if cell in (7, large)]
    got = read(json.dumps(nb), tmp_path)
    assert got.cells[5] == "x = 3"
    assert nb["cells"][got.cells.index(ANSWER)]["source"] == ANSWER
    assert [note.partition(" h")[0] for note in got.notes] == [f"cell {n}" for n in numbers]


def test_a_merge_conflict_in_a_cell_is_noted(tmp_path):
    nb = answered()
    nb.cells[0].source = "<<<<<<< HEAD\nwords\n=======\nother words\n>>>>>>> b3f1"
    assert read(nb, tmp_path).notes[0] == (
        "cell 1 holds the marks of a merge conflict: keep one version, and delete the lines that "
        "begin with <<<<<<<, ======= and >>>>>>>"
    )
    nb.cells[0].source = "A heading\n=======\n<<<<<<< HEAD"
    assert read(nb, tmp_path).notes == []


def test_a_stub_below_an_answer_does_not_replace_it(tmp_path):
    nb = released()
    nb.cells.insert(1, nbformat.v4.new_code_cell("new_row = [1, 2]"))
    space = {}
    for source in read(nb, tmp_path).cells:
        exec(source, space)
    assert space["new_row"] == [1, 2]


def test_an_answer_in_words_is_found_with_and_without_its_id_and_its_code_is_not_run(tmp_path):
    nb = answered()
    nb.cells[-1].source = "A third head does not help: $R^2$ stays at 0.7."
    nb.cells[-2].source = "runs = train(7)"
    got = read(nb, tmp_path)
    assert got.written == {"third_head": "A third head does not help: $R^2$ stays at 0.7."}
    assert "runs = train(7)" not in got.cells
    lose_metadata(nb)
    nb.cells.append(nbformat.v4.new_markdown_cell("Over 21 seeds."))
    words = "A third head does not help: $R^2$ stays at 0.7.\n\nOver 21 seeds."
    assert read(nb, tmp_path).written == {"third_head": words}
    nb = answered()
    nb.cells.append(nbformat.v4.new_markdown_cell(words))
    assert read(nb, tmp_path).written == {"third_head": words}  # below the cell as released


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("# A third head does not help.\nruns = [7]", "# A third head does not help."),
        ("runs = [7]\nprint('A third head does not help.')", None),
        ("runs = [7]  # a b\n'7 of 20'\nx = 'one' + 'two'", ""),
        ("runs = ...", ""),
    ],
)
def test_words_in_the_code_of_an_experiment_are_an_answer_and_code_is_none(source, words, tmp_path):
    nb = answered()
    cell(nb, "third_head-code").source = source
    words = source.splitlines()[1] if words is None else words
    assert read(nb, tmp_path).written == {"third_head": words}
    cell(nb, "third_head").source = "It does not."
    assert read(nb, tmp_path).written == {"third_head": "It does not."}


def delete(nb):
    nb.cells.remove(cell(nb, "new_row-answer"))


def duplicate(nb):
    nb.cells.insert(2, cell(nb, "new_row-answer").copy())


def reorder(nb):
    nb.cells.append(nb.cells.pop(2))


def change_locked(nb):
    cell(nb, "new_row").source += "\n7 / 0"


def lose_metadata(nb):
    for one in nb.cells:
        one.metadata = {}


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (delete, "the cell new_row-answer is missing"),
        (duplicate, "the cell new_row-answer is there 2 times"),
        (reorder, "the cells are in another order than released"),
        (change_locked, "the locked cell new_row was changed"),
        (lose_metadata, "the cell split_heads-answer is missing"),
    ],
)
def test_what_became_of_the_cells_is_noted_and_the_rest_counts(tmp_path, change, note):
    nb = answered()
    change(nb)
    got = read(nb, tmp_path)
    assert note in got.notes
    assert ANSWER in got.cells


def test_ids_that_stand_twice_do_no_harm(tmp_path):
    nb = json.loads(json.dumps(answered()))
    for one in nb["cells"]:
        one["id"] = "same"
    assert ANSWER in read(json.dumps(nb), tmp_path).cells


def test_odd_cells_are_left_out_and_noted(tmp_path):
    nb = json.loads(json.dumps(answered()))
    nb["cells"][0] = 7
    nb["cells"][1] = {"cell_type": "code", "source": {"a": 1}}
    nb["cells"].append({"cell_type": "code", "source": "#" * (ipynb.MAX_CELL + 1)})
    nb["cells"].append({"cell_type": "code", "metadata": 3, "outputs": 5, "source": ["x", " = 7"]})
    nb["cells"].append({"cell_type": "code", "source": "a = '\ud800'"})
    nb["cells"].append({"source": "no type: text"})
    got = read(json.dumps(nb), tmp_path)
    assert got.notes[:3] == [
        "cell 1 holds no text and was left out",
        "cell 2 holds no text and was left out",
        f"cell {len(nb['cells']) - 3} has 1,000,001 characters and was left out",
    ]
    assert got.cells[-4:] == ["", "x = 7", "a = '?'", ""]
    assert ANSWER in got.cells


def test_an_old_notebook_is_upgraded(tmp_path):
    code = {"cell_type": "code", "language": "python", "input": [ANSWER], "outputs": 5}
    text = {"cell_type": "markdown", "source": "words"}
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}}
    got = read(json.dumps(old | {"worksheets": [{"cells": [text, code]}]}), tmp_path)
    assert got.cells == ["", ANSWER]


def test_links_are_not_followed(tmp_path):
    (tmp_path / "link.ipynb").symlink_to(tmp_path / "hw3.ipynb")
    read(answered(), tmp_path)
    os.mkfifo(tmp_path / "pipe.ipynb")
    for name in ("link.ipynb", "pipe.ipynb"):
        with pytest.raises(RefusedError, match="is a link or no plain file"):
            notebooks.read(tmp_path / name, released())
