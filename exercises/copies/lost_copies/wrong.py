"""Wrong answers to `lost_copies` that people really give."""

import numpy as np


def not_squared(copies, variance):
    return variance * np.array([1, 2, copies]) / copies


def each_the_same(copies, variance):
    return variance * np.array([1, 2, copies]) / copies**2


def taken_over(copies, variance):
    return variance * np.array([0, 0, 1])


def what_is_left(copies, variance):
    return variance * (np.array([copies - 1, copies - 2, 0]) / copies) ** 2


def difference_of_squares(copies, variance):
    left = np.array([copies - 1, copies - 2, 0]) / copies
    return variance * (1 - left**2)


def of_variance_1(copies, variance):
    return (np.array([1, 2, copies]) / copies) ** 2


WRONG = {
    "the fraction that is missing is not squared, but the errors are": not_squared,
    "two lost heads cost four times as much as one, not twice as much": each_the_same,
    "nothing is refitted, so the remaining heads do not take over": taken_over,
    "this is the mean square of what is left; take that of what is missing": what_is_left,
    "the squares of the outputs are subtracted; square the fraction that is missing": (
        difference_of_squares
    ),
    "this holds for a variance of 1; multiply by the given variance": of_variance_1,
}
