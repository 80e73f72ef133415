import numpy as np
import pytest
from multihead.show import difference, interval_of_median, spread

VALUES = np.arange(101) / 100


def test_spread_has_the_median_and_the_middle_ninety_percent():
    assert spread(VALUES) == "0.500 (0.050 to 0.950)"
    assert spread(VALUES.reshape(1, 101), digits=2) == "0.50 (0.05 to 0.95)"


def test_a_difference_has_its_sign_and_an_interval_around_the_median():
    assert difference([0.25] * 3) == "+0.250 [+0.250 to +0.250]"
    assert difference([-0.25] * 3, digits=1) == "-0.2 [-0.2 to -0.2]"


def test_what_is_written_as_zero_is_not_negative():
    assert spread([-0.0004] * 3) == "0.000 (0.000 to 0.000)"
    assert difference([-0.0004] * 3) == "+0.000 [+0.000 to +0.000]"


def test_the_interval_covers_the_true_median_as_often_as_it_says():
    draws = np.random.default_rng(0).normal(size=(300, 25))
    ends = np.array([interval_of_median(row) for row in draws])
    covered = (ends[:, 0] <= 0) & (ends[:, 1] >= 0)
    assert 0.90 < covered.mean() < 0.99


def test_the_interval_is_the_same_each_time():
    assert interval_of_median(VALUES) == interval_of_median(VALUES)


@pytest.mark.parametrize("values", [[], [0.1, float("nan")], [0.1, float("inf")]])
def test_values_must_be_there_and_finite(values):
    for summary in (spread, difference, interval_of_median):
        with pytest.raises(ValueError, match=r"\(\d,\).*finite"):
            summary(values)


@pytest.mark.parametrize("values", [[0.1], [[0.1, 0.2]]])
def test_differences_come_one_per_seed(values):
    with pytest.raises(ValueError, match=r"one per seed.* 2 "):
        difference(values)
