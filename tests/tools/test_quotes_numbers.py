"""Which numbers of a text quote something, and how exactly its words say them."""

import pytest

from tools.quotes.numbers import fits, numbers


def texts(text: str, **options: bool) -> list[str]:
    return [str(number) for number in numbers(text, **options)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It reaches about 0.57 after 240 steps.", ["about 0.57 after", "240 steps"]),
        (
            "In 93 % of seeds, nearly 80 per cent, 7% or less.",
            ["93 % of", "nearly 80 per cent", "7% or"],
        ),
        (
            "So in 18 of 20 seeds, and ten of the fifteen bugs.",
            ["18 of 20 seeds", "ten of the fifteen bugs"],
        ),
        ("The median over 64 seeds, at step 40.", ["64 seeds", "step 40"]),
        (
            "Over 90 % and over 0.9; some thirty steps.",
            ["more than 90 % and", "more than 0.9", "about thirty steps"],
        ),
        (
            "It takes 100 000 draws, 1,024 keys and 3 bits.",
            ["100 000 draws", "1,024 keys", "3 bits"],
        ),
        ("A third is 1/3, and −0.4 is less.", ["1/3", "−0.4 is"]),
        ("Twenty seeds train. A start 0.3 times as large.", ["Twenty seeds train", "0.3 times as"]),
        ("After 30 steps or so.", ["about 30 steps or"]),
    ],
)
def test_what_quotes_something_is_found(text, found):
    assert texts(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Figure 6.1 and Figures 6.1 and 6.2, chapter 05, chapters 05 to 12.",
        "Head 0 of seed 17 reads token 12 in layer 1.",
        "Two heads, three tokens and four numbers in one layer; two of three heads.",
        "PyTorch 2.13.0, Python 3.11, CC BY 4.0 and float32.",
        "0, 1 or 2",
    ],
)
def test_names_and_small_structural_numbers_quote_nothing(text):
    assert texts(text) == []


def test_a_width_is_no_name():
    assert [n.value for n in numbers("Two heads 12 wide.")] == [12]


@pytest.mark.parametrize(
    ("text", "value", "side", "expected"),
    [
        ("0.57", 0.5749, "", True),
        ("0.57", 0.576, "", False),
        ("93 %", 0.934, "", True),
        ("93 %", 0.936, "", False),
        ("about 0.6", 0.53, "", False),
        ("about 0.6", 0.55, "", True),
        ("about 60 steps", 65, "", True),
        ("about 60 steps", 67, "", False),
        ("nearly 80 %", 0.77, "", True),
        ("nearly 80 %", 0.81, "", False),
        ("just over 0.5", 0.52, "", True),
        ("just over 0.5", 0.49, "", False),
        ("more than 0.9", 0.95, "", True),
        ("more than 0.9", 0.85, "", False),
        ("more than 0.9", 0.9, "above", True),
        ("more than 0.9", 0.9, "below", False),
        ("more than 0.9", 0.8, "above", False),
        ("less than 0.2", 0.2, "below", True),
        ("less than 0.2", 0.19, "", True),
        ("less than 0.2", 0.1, "", False),
        ("18 of 20", 0.9, "", True),
        ("17 of 20", 0.9, "", False),
        ("64 seeds", 64, "", True),
        ("46 seeds", 64, "", False),
        ("2/3", 0.6667, "", True),
    ],
)
def test_a_number_is_as_exact_as_its_words(text, value, side, expected):
    (number,) = numbers(text)
    assert fits(number, value, side) == expected
