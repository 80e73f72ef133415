"""Matrices as text: side by side, two decimals, and rows that go on in the next line."""

import re

import numpy as np
import pytest
from multihead.show import print_matrices


def printed_text(capsys, *matrices):
    print_matrices("Q", *matrices)
    return capsys.readouterr().out.splitlines()


def test_matrices_stand_side_by_side_below_their_name_and_shape(capsys):
    integers = np.array([[1.0, -2, 3], [0, 0, 10]])
    assert printed_text(capsys, integers, integers / 3) == [
        "Q (2, 3)",
        "[[ 1 -2  3]     [[0.33 -0.67    1]",
        " [ 0  0 10]]     [   0    0 3.33]]",
    ]


def test_a_zero_has_no_sign(capsys):
    assert printed_text(capsys, np.array([[-0.001, 0.5, -0.0]])) == [
        "Q (1, 3)",
        "[[   0  0.5    0]]",
    ]


def test_a_row_of_seven_goes_on_in_the_next_line(capsys):
    row = np.arange(7)[None] + 0.5
    assert printed_text(capsys, row) == [
        "Q (1, 7)",
        "[[ 0.5  1.5  2.5  3.5",
        "   4.5  5.5  6.5]]",
    ]


def test_options_for_other_prints_stay_as_they_were(capsys):
    before = np.get_printoptions()
    printed_text(capsys, np.ones((1, 1)))
    assert np.get_printoptions() == before


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("shapes", [[], [(3,)], [(0, 2)], [(2, 3), (3, 2)], [(1, 2, 3)]])
def test_what_is_no_set_of_equal_tables_is_rejected(shapes):
    pattern = re.escape(str(shapes)) if shapes else "matrix .*one"
    with pytest.raises(ValueError, match=pattern):
        print_matrices("Q", *map(np.zeros, shapes))
