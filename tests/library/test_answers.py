"""What counts as equal to an expected number: the tolerance, and a tenth of it of large numbers."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from multihead.exercises import folders, verdict
from multihead.exercises.answers import UnreadableError, fault, read

TOLERANCE = 1e-4


@pytest.mark.parametrize("size", [1, 1e3, 1e6])
def test_an_answer_may_be_off_by_the_tolerance_and_a_tenth_of_it_of_its_size(size):
    expected = np.array([size, -size], dtype=float)
    room = TOLERANCE + TOLERANCE / 10 * size
    assert fault(expected + 0.99 * room, expected, TOLERANCE) is None, "too strict"
    assert fault(expected + 1.01 * room, expected, TOLERANCE), "too lenient: a wrong answer passes"


def test_fractions_and_decimals_are_numbers_and_nothing_else_of_objects_is():
    answer = [[Fraction(1, 4), Decimal("0.5")], [Decimal(2), Fraction(3)]]
    assert read(answer).tolist() == [[0.25, 0.5], [2, 3]]
    for other in ([Decimal(1), ...], [None, 1], [Fraction(1), "1"], [Fraction(1), object()]):
        with pytest.raises(UnreadableError):
            read(other)


PARTED = "1,42 is read as two numbers; write 1.42, with a point."


@pytest.mark.parametrize(
    ("answer", "shape", "words"),
    [
        ([1, 42, 2, 15], (2,), PARTED),
        ([1, 42, -2, 15], (2,), PARTED),
        (np.array([1.0, 42, 2, 15]), (2,), PARTED),
        ([[0, 5, 1, 42], [2, 15, -3, 7]], (2, 2), PARTED),
        ((1, 42), (), PARTED),
        ([0, 5], (), "0,5 is read as two numbers; write 0.5, with a point."),
        ([-3, 50], (), "-3,50 is read as two numbers; write -3.50, with a point."),
    ],
)
def test_decimal_commas_that_part_numbers_are_told(answer, shape, words):
    said = fault(answer, np.zeros(shape), TOLERANCE, secret=True)
    assert said.startswith(f"The answer has shape {np.shape(answer)}; expected ")
    assert said.endswith(words)
    assert "point" not in fault(answer, np.zeros(shape), TOLERANCE), "a function's result"


@pytest.mark.parametrize(
    "answer",
    [
        [1.5, 42, 2, 15],
        [1, -42, 2, 15],
        [1, 42, 2],
        [[1, 42], [2, 15]],
        [1, 42, 2, 1e9],
        [1, 42, 2, np.inf],
        [True, False, True, True],
    ],
)
def test_other_numbers_too_many_are_not_taken_for_decimal_commas(answer):
    assert "point" not in fault(answer, np.zeros(2), TOLERANCE, secret=True)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("1,42", "is a str; write 1.42, with a point and without quotation marks"),
        (["1,42", "2,15"], "holds text; write 1.42, with a point and without quotation marks"),
        ("[1,42; 2,15]", "is a str; write 1.42, with a point and without quotation marks"),
        ("1,42, 2,15", "is a str; write 1.42, with a point and without quotation marks"),
        (["\N{MINUS SIGN}1,42"], "holds text; write -1.42, with a point and without"),
        (["1.42", 2], "holds text; write 1.42, without quotation marks"),
        ("1,2,3", "is a str; give an array, a tensor or a list"),
        (["2e-3"], "holds text; give real numbers"),
        (["1/8"], "holds text; give real numbers"),
        ("about 3", "is a str; give an array, a tensor or a list"),
        (None, "is None, which `print` returns; give the numbers themselves"),
        (..., "is still `...`; write yours in its place"),
        ([..., 1.42], "holds `...`; write a number in its place"),
        ([None, 1.42], "holds None; write a number in its place"),
        (print, "is a function; give numbers, for example a list"),
    ],
)
def test_what_is_no_number_is_called_what_it_is(answer, words):
    said = fault(answer, np.zeros(2), TOLERANCE, secret=True)
    assert said.startswith(f"The answer {words}")
    assert said.endswith("; expected an array of numbers of shape (2,).")


def test_a_function_that_prints_is_told_to_return():
    said = fault(None, np.zeros(2), TOLERANCE)
    assert said.startswith("The answer is None; end the function with `return`, not with `print`;")


@pytest.mark.parametrize("answer", [[1, 42, 2, 15], ["1,42"], None, [..., ...], print])
def test_the_marks_say_of_an_answer_by_hand_what_check_says(answer):
    """Of what cannot be read the jail sends only the text."""
    sheet = folders.sheet("new_row", 3)
    checked = verdict.compare(sheet, answer)
    try:
        sent = read(answer)
    except UnreadableError as error:
        sent = UnreadableError(str(error))
    assert verdict.judge(sheet, [sent]) == checked
    assert "usual mistakes" not in checked.message, "it is no mistake of the task"
