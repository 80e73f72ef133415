"""The card of a chapter: what stands on it, how it is drawn, and when."""

from types import SimpleNamespace

import pytest
from book_site.pages import cards
from docutils import nodes
from docutils.utils import new_document
from PIL import Image
from sphinx.errors import ExtensionError

SVG = '<svg role="img" aria-label="A &lt; B" viewBox="0 0 70 30"><path d="M 1 2 L 3 5"/></svg>'


def chapter(bold: list[nodes.Node], svg: str = SVG) -> nodes.document:
    """Return a chapter with one figure, 4.3, and its caption."""
    document = new_document("chapter")
    output = nodes.container("", nodes.target(ids=["fig-4-3"]), nodes.raw("", svg, format="html"))
    caption = nodes.paragraph("", "", nodes.strong("", "", *bold), nodes.Text(" And more."))
    caption["classes"].append("mh-caption")
    document += nodes.section("", nodes.title("", "04 Heads"), caption, output)
    return document


@pytest.fixture
def app(tmp_path):
    config = SimpleNamespace(card_figures=["4.3"], project="A book")
    return SimpleNamespace(outdir=tmp_path, config=config)


def test_a_card_says_what_its_caption_finds_and_its_picture_shows(app):
    bold = [nodes.Text("Figure 4.3. Five heads reach an "), nodes.math("", "R^2"), nodes.Text(".")]
    file, alt = cards.write_card(app, "book/04-heads", chapter(bold))
    assert (file, alt) == ("_static/cards/04-heads.png", "Five heads reach an R^2. A < B")
    assert Image.open(app.outdir / file).size == (1200, 630)


def test_a_card_is_drawn_again_only_if_it_changes(app):
    def drawn(*words: str) -> int:
        file, _ = cards.write_card(app, "04-heads", chapter([nodes.Text(w) for w in words]))
        return (app.outdir / file).stat().st_mtime_ns

    first = drawn("Figure 4.3. Three.")
    assert drawn("Figure 4.3. Three.") == first
    assert drawn("Figure 4.3. Five.") > first


def test_a_page_without_the_figure_of_a_card_has_none(app):
    app.config.card_figures = ["4.2"]
    assert cards.write_card(app, "04-heads", chapter([nodes.Text("Figure 4.3. Three.")])) is None


@pytest.mark.parametrize("finding", ["Seven heads differ. " * 30, "Divide" * 11])
def test_words_that_have_no_room_are_an_error(finding):
    with pytest.raises(ExtensionError, match="pixels"):
        cards.draw(cards.Card("A book", "04 Heads", finding, (SVG,)))


def test_a_figure_without_a_picture_is_an_error(app):
    with pytest.raises(ExtensionError, match="is no picture"):
        cards.write_card(app, "04", chapter([nodes.Text("Figure 4.3. Three.")], "<table></table>"))


def test_three_drawings_stand_beside_and_below_each_other_and_keep_apart():
    card = cards.draw(cards.Card("A book", "04 Heads", "Three.", (SVG, SVG, SVG)))
    boxes = [axes.get_window_extent().shrunk(0.99, 0.99) for axes in card.axes]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
