"""A counter-example has six lines at most, and its results show where they differ."""

import numpy as np
import pytest
from exercise_sources import CODE
from multihead.exercises import answers, counter_example, folders
from multihead.exercises.sheets import call
from multihead.exercises.verdict import judge


def lines(case, expected, answer) -> list[str]:
    fault = answers.fault(answer, expected, 1e-4)
    return counter_example.lines(case, expected, answer, fault, 1e-4)


def test_small_arrays_are_written_whole():
    case = {"x": np.array([[1.0, -2.0], [3.0, 0.5]]), "n": 3}
    assert lines(case, np.array([1.0, 2.0]), [1.0, 3.0]) == [
        "x = [[1, -2], [3, 0.5]]",
        "n = 3",
        "expected = [1, 2]",
        "yours = [1, 3]",
    ]


def test_of_long_arrays_the_row_that_differs_is_shown_with_the_shape():
    expected = np.arange(105.0).reshape(3, 7, 5)
    answer = expected.copy()
    answer[2, 4, 3] += 11
    assert lines({"x": expected}, expected, answer) == [
        "x[0, 0] = [0, 1, 2, 3, 4]  # of shape (3, 7, 5)",
        "expected[2, 4] = [90, 91, 92, 93, 94]  # of shape (3, 7, 5)",
        "yours[2, 4] = [90, 91, 92, 104, 94]  # of shape (3, 7, 5)",
    ]


def test_of_long_rows_the_number_that_differs_is_shown():
    expected = np.arange(77.0)
    answer = np.where(expected == 65, -1, expected)
    assert lines({}, expected, answer) == [
        "expected[65] = 65  # of shape (77,)",
        "yours[65] = -1  # of shape (77,)",
    ]


def test_both_results_have_one_form():
    expected = np.zeros((3, 5)) + 1 / 3
    assert lines({}, expected, np.eye(3, 5)) == [
        "expected[0] = [0.333, 0.333, 0.333, 0.333, 0.333]  # of shape (3, 5)",
        "yours[0] = [1, 0, 0, 0, 0]  # of shape (3, 5)",
    ]


def test_another_shape_and_an_error_are_told_shortly():
    expected = np.zeros((3, 5))
    assert lines({"n": 7}, expected, np.zeros((5, 3))) == [
        "n = 7",
        "The answer has shape (5, 3); expected an array of numbers of shape (3, 5).",
    ]
    error = answers.Raised(ValueError("x" * 280 + "\nmore\nand more"))
    first, last = lines({}, expected, error)
    assert first == f"It raised ValueError: {'x' * 138}…"
    assert last == "expected an array of numbers of shape (3, 5)."


@pytest.mark.parametrize("name", CODE)
def test_for_every_mistake_it_has_six_lines_at_most_and_two_results_that_differ(name):
    sheet, found = folders.sheet(name, 0), 0
    for mistaken in folders.load(name).wrong.values():
        example = judge(sheet, [call(mistaken, case) for case in sheet.cases]).example
        assert 1 <= len(example) <= 6
        shown = "\n".join(example)
        assert all(
            f"{argument} = " in shown or f"{argument}[" in shown for argument in sheet.cases[0]
        )
        *_, expected, yours = example
        if yours.startswith("yours"):
            found += 1
            assert expected.removeprefix("expected") != yours.removeprefix("yours")
    assert found, "no mistake gives a result of the right shape"
