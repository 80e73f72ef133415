"""Cells are known by what nbgrader notes in them; one without notes has no name and no points."""

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grading import cells

ANSWER = {"grade_id": "split_heads-answer", "grade": False, "solution": True}
CHECK = {"grade_id": "split_heads", "grade": True, "points": 3}


def test_names_and_points_are_those_of_nbgrader():
    plain, answer, check = new_markdown_cell("text"), new_code_cell("7"), new_code_cell("check")
    answer.metadata, check.metadata = {"nbgrader": ANSWER}, {"nbgrader": CHECK}
    nb = new_notebook(cells=[plain, answer, check])
    assert [cells.grade_id(cell) for cell in nb.cells] == [
        None,
        "split_heads-answer",
        "split_heads",
    ]
    assert cells.marked(nb) == {"split_heads": check}
    assert cells.marks(plain) == {}
