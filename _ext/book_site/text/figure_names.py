"""A name in italics lights the line or the row of this name in the figure of its section.

What a figure drew stands beside it as data (`multihead/show/drawing.py`). The names of its lines
and of its rows of dots are roles, such as *no penalty*; numbers of seeds are none.
"""

import html
import json
import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx

from book_site.text.head_chips import own_nodes

DRAWN = re.compile(r"data-drawn='([^']*)'")


def add(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.name != "html":
        return
    for section in doctree.findall(nodes.section):
        drawn = (name for raw in own_nodes(section, nodes.raw) for name in names_in(raw.astext()))
        names = {name.lower(): name for name in drawn}
        for emphasis in list(own_nodes(section, nodes.emphasis)) if names else ():
            words = emphasis.astext()
            if name := names.get(words.lower()):
                begin = f'<em class="mh-names" data-names="{html.escape(name)}">'
                markup = f"{begin}{html.escape(words)}</em>"
                emphasis.replace_self(nodes.raw("", markup, format="html"))


def names_in(markup: str) -> Iterator[str]:
    """Give the names of the lines and of the rows of dots that some HTML shows."""
    for data in DRAWN.findall(markup):
        for drawn in json.loads(html.unescape(data)):
            for series in drawn.get("series", ()):
                yield series["name"]
