"""Figures of a page: caption and picture are one, and code that only draws comes after it.

The caption comes first in the page, so that it can stand in the margin beside its picture; on a
narrow page it stands above.
"""

import re
from collections.abc import Iterator

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx

from book_site.text.figure_captions import is_caption

BEGIN = '<figure class="mh-picture" style="--width: {}px"><figcaption>'
BEGIN_WIDE = '<figure class="mh-picture mh-wide"><figcaption>'
BETWEEN, END = "</figcaption>", "</figure>"
# Of a picture, as `show` writes it: the sides of its view, and the width it has in a notebook.
SIZE = re.compile(r'<svg[^>]* viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*;width:(\d+)px')
USUAL_WIDTH = 422
LARGER = 1.3  # at most; at 3 times, letters were larger than those of the text
SCREEN = 480  # pixels of height to which a picture may grow; one that is drawn taller stays


def join(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.name != "html":
        return
    for cell in list(doctree.findall(is_cell)):
        move_code_last(cell)
    for caption in list(filter(is_caption, doctree.findall(nodes.paragraph))):
        parent, position = caption.parent, caption.parent.index(caption)
        cell = parent[position - 1]
        if position and is_cell(cell):
            begin = BEGIN_WIDE if is_wide(cell) else BEGIN.format(page_width(cell))
            parts = [raw_html(begin), caption, raw_html(BETWEEN), cell, raw_html(END)]
            parent[position - 1 : position + 1] = parts


def picture_of(node: nodes.Node) -> nodes.Node | None:
    """Return the cell that a caption belongs to, once both are joined."""
    if not is_caption(node):
        return None
    cell = node.parent[node.parent.index(node) + 2 :][:1]
    return cell[0] if cell and is_cell(cell[0]) else None


def pictures_first(parent: nodes.Element) -> Iterator[nodes.Node]:
    """Give what stands in a part of a page, each caption behind its picture, as in the source."""
    pending: dict[nodes.Node, nodes.Node] = {}
    for node in parent.children:
        if picture := picture_of(node):
            pending[picture] = node
            continue
        yield node
        if node in pending:
            yield pending.pop(node)


def is_wide(cell: nodes.container) -> bool:
    """Say whether a cell shows a widget or several pictures, which need the margin."""
    html = output_html(cell)
    return "data-mh-widget" in html or html.count("<svg") > 1


def page_width(cell: nodes.container) -> int:
    """Return how many pixels wide a cell's picture is on a page that has the room."""
    size = SIZE.search(output_html(cell))
    if size is None:
        return USUAL_WIDTH
    view_width, view_height, own_width = map(float, size.groups())
    tall = own_width * view_height / view_width
    return round(own_width * max(1, min(LARGER, SCREEN / tall)))


def output_html(cell: nodes.container) -> str:
    return "".join(output.astext() for output in cell.findall(nodes.raw))


def is_cell(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and "cell" in node["classes"]


def move_code_last(cell: nodes.container) -> None:
    """Put folded code behind what it shows."""
    if len(cell) > 1 and isinstance(cell[0], HideCodeCellNode):
        cell.append(cell.pop(0))


def raw_html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")
