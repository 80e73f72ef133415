"""Caption and picture are one figure, and folded code stands behind what it draws."""

from types import SimpleNamespace

import pytest
from book_site.text import figure_layout
from docutils import nodes
from docutils.utils import new_document
from myst_nb.sphinx_ import HideCodeCellNode

HTML = SimpleNamespace(builder=SimpleNamespace(name="html"))


def cell(*parts: nodes.Node) -> nodes.container:
    return nodes.container("", *parts, classes=["cell"])


def caption(number: str) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.strong("", f"Figure {number}."), nodes.Text(" Two heads."))


def joined(*parts: nodes.Node, app=HTML) -> nodes.section:
    doctree = new_document("page")
    doctree += nodes.section("", *parts)
    figure_layout.join(app, doctree, "page")
    return doctree[0]


def test_a_caption_comes_before_its_picture_within_one_figure():
    first, own_caption, alone = cell(), caption("1.1"), caption("1.2")
    page = joined(first, own_caption, nodes.paragraph("", "So."), alone)
    begin, figcaption, between, picture, end, *rest = page
    assert (begin.astext(), between.astext(), end.astext()) == (
        figure_layout.BEGIN.format(figure_layout.USUAL_WIDTH),
        figure_layout.BETWEEN,
        figure_layout.END,
    )
    assert (figcaption, picture) == (own_caption, first)
    assert rest[1] is alone
    assert figure_layout.picture_of(own_caption) is first
    assert figure_layout.picture_of(alone) is None
    source_order = [
        node for node in figure_layout.pictures_first(page) if not isinstance(node, nodes.raw)
    ]
    assert source_order[:2] == [first, own_caption]


@pytest.mark.parametrize(
    ("view", "own_width", "page_width"),
    [
        ("316 200", 422, 549),  # larger by three tenths
        ("316 316", 422, 480),  # as tall as may be
        ("150 400", 201, 201),  # taller than that: as in a notebook
    ],
)
def test_a_picture_is_larger_than_in_a_notebook_as_far_as_it_may(view, own_width, page_width):
    svg = f'<svg viewBox="0 0 {view}" style="flex:1 1 320px;width:{own_width}px;height:auto">'
    begin, *_ = joined(cell(nodes.container("", nodes.raw("", svg))), caption("1.1"))
    assert f'class="mh-picture" style="--width: {page_width}px"' in begin.astext()


def test_folded_code_stands_behind_what_it_draws_and_code_that_is_read_before():
    folded, read, output = HideCodeCellNode(), nodes.container(), nodes.container()
    one, two = joined(cell(folded, output), cell(read, output.deepcopy()))
    assert one.children == [output, folded]
    assert two[0] is read


def test_a_book_on_paper_keeps_the_order_of_the_source():
    first, own_caption = cell(), caption("1.1")
    paper = SimpleNamespace(builder=SimpleNamespace(name="x"))
    assert joined(first, own_caption, app=paper).children == [first, own_caption]


@pytest.mark.parametrize(
    ("output_html", "wide"),
    [
        ("<svg></svg>", False),
        ("<svg></svg><svg></svg>", True),
        ('<div data-mh-widget="HeadToggle"></div>', True),
    ],
)
def test_a_widget_and_two_pictures_side_by_side_need_the_margin(output_html, wide):
    picture = cell()
    picture += nodes.raw("", output_html, format="html")
    begin, *_ = joined(picture, caption("1.1"))
    assert ("mh-wide" in begin.astext()) == wide
