"""The number of a head wears its colour where a widget shows it, and only there."""

from types import SimpleNamespace

import pytest
from book_site.text import head_chips
from docutils import nodes
from docutils.utils import new_document


def section(text: str, *widgets: str) -> nodes.section:
    cells = [nodes.raw("", f'<div data-mh-widget="{name}"></div>') for name in widgets]
    return nodes.section("", nodes.title("", "Head 0"), nodes.paragraph("", text), *cells)


def chips(*sections: nodes.section, builder: str = "html") -> list[tuple[str, str]]:
    document = new_document("page")
    document += sections
    text = document.astext()
    head_chips.add(SimpleNamespace(builder=SimpleNamespace(name=builder)), document, "page")
    assert document.astext() == text
    return [(n.astext(), n["classes"][-1]) for n in document.findall(nodes.inline)]


ZERO, ONE = ("0", "mh-head-0"), ("1", "mh-head-1")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Head 0 looks back.", [ZERO]),
        ("Of heads 0 and 1, head 1 leads, 0 follows.", [ZERO, ONE, ONE]),
        ("head 7, head 12, head 0.5, a head of 1, ahead 1", []),
    ],
)
def test_numbers_of_heads_are_chips(text, numbers):
    assert chips(section(text, "HeadExplorer1")) == numbers


def test_a_widget_on_paper_counts_from_one():
    assert chips(section("head 1, head 0", "MoneyBank1")) == [("1", "mh-head-0")]
    assert chips(section("head 1", "MoneyBank1", "HeadExplorer2")) == [ONE]


def test_without_a_widget_beside_it_a_number_stays_plain():
    inside = section("Head 1 is below.", "HeadExplorer1")
    outside = section("Head 0 is above.")
    outside += inside
    assert chips(outside) == [ONE]
    assert chips(section("Head 0.", "HeadExplorer1"), builder="latex") == []


def test_links_and_code_keep_their_text():
    plain = section("", "HeadExplorer1")
    plain[1] += [nodes.literal("", "head 0"), nodes.reference("", "", nodes.Text("head 1"))]
    assert chips(plain) == []
