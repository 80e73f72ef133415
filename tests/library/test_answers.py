"""What counts as equal to an expected number: the tolerance, and a tenth of it of large numbers."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
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
    for other in ([..., 1], [None, 1], [Fraction(1), "1"], [Fraction(1), object()]):
        with pytest.raises(UnreadableError):
            read(other)
