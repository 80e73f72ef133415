"""Neighbouring cells of folded code stand behind one bar."""

import pytest
from book_site.text import folded_code
from built_pages import CHAPTERS, soup_of
from docutils import nodes
from docutils.utils import new_document

SOURCE, OUTPUT = "cell_code_source", "cell_code_output"


def cell(code: str, says: str = "", shows: str = "") -> nodes.container:
    """Make a cell as MyST-NB does: with a bar if it says something, and with what it shows."""
    container = nodes.container("", nodes.container("", nodes.literal_block(text=code)))
    container[0]["nb_element"] = SOURCE
    if says:
        container["hide_mode"], container["prompt_show"] = "input", f"Show {says}"
    if shows:
        container += nodes.container("", nodes.Text(shows), nb_element=OUTPUT)
    return container


def joined(*inside: nodes.Node) -> list[nodes.Node]:
    doctree = new_document("page")
    doctree += nodes.section("", *inside)
    folded_code.join(None, doctree)
    return list(doctree[0])


def test_cells_without_a_result_join_the_next_one_in_their_order():
    (bar,) = joined(cell("a", "the task"), cell("b", "how it runs"), cell("c", "it all", "42"))
    assert bar["prompt_show"] == "Show the task, how it runs and it all"
    assert [code.astext() for code in bar[0]] == ["a", "b", "c"]
    assert bar[1].astext() == "42"


def test_a_bar_says_nothing_twice():
    (bar,) = joined(cell("a", "the imports"), cell("b", "the imports"))
    assert bar["prompt_show"] == "Show the imports"


@pytest.mark.parametrize(
    "apart",
    [
        [cell("a", "the task", "42"), cell("b", "how it runs")],
        [cell("a", "the task"), cell("b")],
        [cell("a"), cell("b", "the task")],
        [cell("a", "the task"), nodes.paragraph("", "So."), cell("b", "how it runs")],
    ],
    ids=["a result between", "open code after", "open code before", "words between"],
)
def test_nothing_else_is_moved(apart):
    parts = joined(*(node.deepcopy() for node in apart))
    assert [node.astext() for node in parts] == [node.astext() for node in apart]
    assert [node.get("prompt_show") for node in parts if isinstance(node, nodes.container)] == [
        node.get("prompt_show") for node in apart if isinstance(node, nodes.container)
    ]


@pytest.mark.parametrize("page", CHAPTERS)
def test_no_two_bars_of_code_touch_on_a_page(site, page):
    for bar in soup_of(site / page).select(".cell:not(:has(.cell_output)):has(> details.hide)"):
        next_tag = bar.find_next_sibling()
        assert next_tag is None or not next_tag.select(":scope > details.hide"), bar.summary.text
