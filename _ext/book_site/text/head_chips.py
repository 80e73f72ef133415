"""A head's number in the text wears the colour that the widget beside it gives that head.

In a section with a widget, the numbers in "head 0" or "heads 0 and 1" become chips. A layer that is
worked out on paper counts its heads from 1, and so does its widget.
"""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx

WIDGET = re.compile(r'data-mh-widget="([A-Za-z]+?)\d*"')
COUNTS_FROM_ONE = {"MoneyBank"}
COLOURS = 3  # of `pages/look/tokens.css`
HEADS = re.compile(r"\bheads? \d(?:(?:, | and | or )\d)*\b(?![.,]\d)", re.I)
NOT_PROSE = (nodes.section, nodes.title, nodes.reference, nodes.literal, nodes.literal_block)
NOT_WORDS = (nodes.raw, nodes.math, nodes.math_block, nodes.comment)


def add(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.name != "html":
        return
    for section in doctree.findall(nodes.section):
        kinds = {
            kind for node in own_nodes(section, nodes.raw) for kind in WIDGET.findall(node.astext())
        }
        if not kinds:
            continue
        first = 1 if kinds <= COUNTS_FROM_ONE else 0
        for words in list(own_nodes(section, nodes.Text)):
            if HEADS.search(words):
                words.parent.replace(words, list(with_chips(words, first)))


def own_nodes(node: nodes.Element, kind: type[nodes.Node]) -> Iterator[nodes.Node]:
    """Give the nodes of a kind in a section, without those of its subsections, links and code."""
    for child in node.children:
        if isinstance(child, kind):
            yield child
        elif isinstance(child, nodes.Element) and not isinstance(child, (*NOT_PROSE, *NOT_WORDS)):
            yield from own_nodes(child, kind)


def with_chips(words: str, first: int) -> Iterator[nodes.Node]:
    """Cut a text at the numbers of its heads, which become chips."""
    end = 0
    for heads in HEADS.finditer(words):
        for number in re.compile(r"\d").finditer(words, *heads.span()):
            colour = int(number[0]) - first
            if 0 <= colour < COLOURS:
                yield nodes.Text(words[end : number.start()])
                yield nodes.inline("", number[0], classes=["mh-head-chip", f"mh-head-{colour}"])
                end = number.end()
    yield nodes.Text(words[end:])
