"""A name in italics is what lights a line or a row of the figure in its own section."""

from types import SimpleNamespace

import numpy as np
import pytest
from book_site.text import figure_names
from docutils import nodes
from docutils.utils import new_document
from multihead.show import curves, intervals, show

RNG = np.random.default_rng(3)


def page(*drawings, builder="html"):
    """Return the HTML that the pass puts into a page: a section with figures, and one without."""
    markup = show(drawings, "Three curves, of which the middle one rises").markup
    sections = []
    for shown in (markup, ""):
        names = [nodes.emphasis("", name) for name in ("No penalty", "Lin & Li", "nothing")]
        sections.append(nodes.section("", nodes.paragraph("", "", *names)))
        sections[-1] += nodes.raw("", shown, format="html")
    document = new_document("page")
    document += sections
    figure_names.add(SimpleNamespace(builder=SimpleNamespace(name=builder)), document, "page")
    marked = [raw.astext() for raw in document.findall(nodes.raw) if "mh-names" in raw.astext()]
    return marked, [node.astext() for node in document.findall(nodes.emphasis)]


@pytest.mark.parametrize(
    "figure",
    [
        intervals({"no penalty": RNG.random(5), "Lin & Li": RNG.random(7)}, label="R²"),
        curves(
            [1, 2, 3],
            {"no penalty": RNG.random((5, 3)), "Lin & Li": RNG.random((7, 3))},
            x_label="step",
            y_label="R²",
        ),
    ],
)
def test_names_of_rows_and_lines_are_marked_in_their_section(figure):
    marked, left = page(figure)
    assert marked == [
        '<em class="mh-names" data-names="no penalty">No penalty</em>',
        '<em class="mh-names" data-names="Lin &amp; Li">Lin &amp; Li</em>',
    ]
    assert left == ["nothing", "No penalty", "Lin & Li", "nothing"]


def test_where_the_book_is_no_site_nothing_is_marked():
    marked, left = page(intervals({"no penalty": RNG.random(5)}, label="R²"), builder="latex")
    assert marked == []
    assert len(left) == 6
