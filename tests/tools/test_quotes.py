"""A page's numbers and their sources: what is false is found, other words for it are not."""

import nbformat
import pytest
from multihead.claims import Claim

from tools.quotes import bindings, pages, sources
from tools.quotes.sources import Sources

TEXT = """(ch06-curves)=
## The curves

We train 64 seeds for 240 steps. Two heads end above 0.9 in 95 % of seeds, and their median R² is
about 0.57; one head stays below 0.7. After 30 steps they are level.
They do so to a tolerance of 1e-10. They take 1.5 MiB, and a loss of less than 0.2.
See [14 Subtract, or stack](14-subtract-or-stack.ipynb).

**Predict, then run.** Is it 0.1, 0.2 or 0.3? We look at 16 keys.

## What we now know

Eighteen of 20 seeds need a second head.
"""
QUOTED = {
    "ch06-curves": [
        '64 seeds = seeds("two-heads")',
        '240 steps = code("steps=240")',
        'more than 0.9 in = bound("two-heads", "above")',
        '95 % of = claim("two-heads-share")',
        'about 0.57 = claim("two-heads")',
        'less than 0.7 = line("R² of one head:", 1) -> 0.65',
        '30 steps = code("LEVEL = 30")',
        '1e-10 = code("atol=1e-10")',
        "1.5 MiB = 3 / 2",
        'less than 0.2 = code("loss < 0.2")',
        "16 keys = 4 * 4",
    ],
    "what-we-now-know": ['Eighteen of 20 seeds = claim("eighteen")'],
}
CLAIMS = [
    Claim("two-heads", "Two heads: R²", "median", 64, (0.9, 0.571, 0.95, 0.569, 0.569), above=0.9),
    Claim("two-heads-share", "Two heads: seeds", "share", 64, (0.95,), above=0.9),
    Claim("eighteen", "Seeds in need", "share", 20, (0.9,), above=0.5),
]


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A chapter and the file beside it; returns a function that says what is wrong with a text."""
    path = tmp_path / "06-curves.ipynb"
    monkeypatch.setattr(pages, "QUOTES", tmp_path / "quotes")
    monkeypatch.setattr(sources, "BOOK", tmp_path)
    monkeypatch.setattr(sources, "claims", lambda: {claim.id: claim for claim in CLAIMS})
    sources.code_of.cache_clear()
    lines = {label: [bindings.parse_line(line, "") for line in of] for label, of in QUOTED.items()}

    def page_faults(text: str = TEXT) -> list[str]:
        code = nbformat.v4.new_code_cell(
            "LEVEL = 30\nrun = train(seeds,\n    steps=240)\nassert loss < 0.2\nclose(atol=1e-10)"
        )
        cells = [nbformat.v4.new_markdown_cell(text), code]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
        return [str(fault) for fault in bindings.faults(path, Sources(path))]

    page_faults()
    bindings.write_lines(path, lines, {})
    page_faults.path = path
    yield page_faults
    sources.code_of.cache_clear()


def test_numbers_that_say_what_they_quote_are_right(page):
    assert page() == []


@pytest.mark.parametrize(
    ("before", "after", "should"),
    [
        ("64 seeds", "46 seeds", ["46 seeds", "64 seeds"]),
        ("64 seeds", "64 steps", ["64 steps", "64 seeds"]),
        ("above 0.9", "below 0.9", ["less than 0.9", "0.9 (above)"]),
        ("95 %", "59 %", ["59 %", "95 %"]),
        ("below 0.7", "below 0.6", ["0.6", "0.7"]),
        ("above 0.9", "at 0.9", ["bound", "side"]),
        ("a tolerance of 1e-10", "a tolerance of 1e-12", ["1e-12", "1e-10"]),
        ("Eighteen of 20", "Sixteen of 20", ["Sixteen of 20", "0.9"]),
        ("they are level", "they are level by about 0.37", ["0.37", "quotes nothing"]),
    ],
)
def test_a_false_number_is_named_with_its_section_and_what_it_should_be(
    page, before, after, should
):
    assert before in TEXT
    (fault,) = page(TEXT.replace(before, after))
    assert fault.startswith(
        "06-curves.ipynb, " + ("what-we" if "Eighteen" in before else "ch06-curves")
    )
    assert all(part in fault for part in should), fault


def test_two_numbers_that_changed_places_are_found(page):
    swapped = (
        TEXT.replace("240 steps", "x").replace("30 steps", "240 steps").replace("x", "30 steps")
    )
    first, second = page(swapped)
    assert first.index("30 steps") < first.index("should be") < first.index("240 steps")
    assert second.index("240 steps") < second.index("should be") < second.index("30 steps")
    assert page(TEXT.replace("64 seeds for 240 steps", "for 240 steps 64 seeds")) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Eighteen of 20 seeds need", "A second head is needed by 18 of the 20 seeds that"),
        (
            "After 30 steps they are level.",
            "After 30 steps they are level, as all 64 seeds show after 30 steps.",
        ),
        ("After 30 steps they are level.", "They are level."),
    ],
)
def test_a_true_sentence_in_other_words_asks_nothing(page, before, after):
    assert before in TEXT
    assert page(TEXT.replace(before, after)) == []


def test_an_output_is_compared_with_the_book_as_it_was_built(page):
    built = Sources(page.path, lambda name: ["R² of one head: 0.75 (0.5 to 0.7)"])
    assert built.read('line("R² of one head:", 1) -> 0.65').value == 0.75
    (fault,) = bindings.faults(page.path, built)
    assert "0.75" in str(fault)
