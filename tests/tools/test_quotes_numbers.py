"""Which numbers of a text quote something, and how exactly its words say them."""

import pytest

from tools.quotes.numbers import fits, numbers


def test_a_width_is_no_name():
    assert [n.value for n in numbers("Two heads 12 wide.")] == [12]


@pytest.mark.parametrize(
    ("text", "value", "side", "expected"),
    [
        ("0.57", 0.5749, "", True),
        ("0.57", 0.576, "", False),
        ("about 60 steps", 65, "", True),
        ("about 60 steps", 67, "", False),
        ("just over 0.5", 0.52, "", True),
        ("just over 0.5", 0.49, "", False),
        ("more than 0.9", 0.85, "", False),
        ("more than 0.9", 0.9, "above", True),
        ("more than 0.9", 0.8, "above", False),
        ("less than 0.2", 0.19, "", True),
        ("18 of 20", 0.9, "", True),
        ("17 of 20", 0.9, "", False),
        ("2/3", 0.6667, "", True),
        ("35 of 64 seeds", 0.55, "above", False),
        ("35 of 64 seeds", 0.54688, "", True),
        ("about 35 of 64 seeds", 0.55, "", True),
    ],
)
def test_a_number_is_as_exact_as_its_words(text, value, side, expected):
    (number,) = numbers(text)
    assert fits(number, value, side) == expected
