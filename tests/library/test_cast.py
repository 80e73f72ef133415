"""Which part each head of each seed plays: a letter in its cell, and a clear error."""

import pytest
from multihead.show import cast_figure


def test_a_cell_of_the_cast_has_its_letter_where_its_head_is():
    figure = cast_figure(
        [["one back", None, "itself"], [None, "one back", "itself"]],
        {"one back": "B", "itself": "I"},
        columns=["0", "1", "2"],
    )
    (axes,) = figure.axes
    cells = {(t.get_position(), t.get_text()) for t in axes.texts}
    assert cells == {((0, 0), "B"), ((2, 0), "I"), ((1, 1), "B"), ((2, 1), "I")}
    colours = {
        t.get_text(): p.get_facecolor() for t, p in zip(axes.texts, axes.patches, strict=True)
    }
    assert colours["B"] != colours["I"]


@pytest.mark.parametrize(
    ("names", "columns", "said"),
    [
        ([["one back"]], ["0", "1"], r"\(1, 1\), 2 columns"),
        ([["two back"]], ["0"], r"\['two back'\]"),
    ],
)
def test_a_cast_that_cannot_be_drawn_is_refused(names, columns, said):
    with pytest.raises(ValueError, match=said):
        cast_figure(names, {"one back": "B"}, columns=columns)


def test_more_names_than_colours_are_refused():
    letters = dict.fromkeys("abcdefgh", "x")
    with pytest.raises(ValueError, match=r"8 names.* 7 colours"):
        cast_figure([["a"]], letters, columns=["0"])
