"""Captions of figures, and links to them.

A paragraph that begins with **Figure 5.2.** is the caption of the cell above it; its finding may be
bold too, **Figure 5.2. Heads part.** "Figure 5.2" anywhere else, on any page, becomes a link to the
picture, so that both are seen; Sphinx warns if there is none. In Jupyter both are plain text.
"""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

MENTION = re.compile(r"Figure (S?\d+)\.(\d+)")  # S1.2 is on the first side road
CAPTION = re.compile(rf"{MENTION.pattern}\.")
NOT_LINKED = (nodes.literal, nodes.reference, nodes.title, pending_xref)


def is_caption(node: nodes.Node) -> bool:
    if not isinstance(node, nodes.paragraph):
        return False
    first = next((part for part in node if part.astext()), None)  # MyST begins with an empty text
    return isinstance(first, nodes.strong) and bool(CAPTION.match(first.astext()))


def link(app: Sphinx, doctree: nodes.document) -> None:
    """Make every figure of a page a target, and every mention of one a link."""
    std, page = app.env.get_domain("std"), app.env.docname
    captions = list(filter(is_caption, doctree.findall(nodes.paragraph)))
    for caption in captions:
        chapter, number = CAPTION.match(caption.astext()).groups()
        name = figure_id(chapter, number)
        picture_above(caption).insert(0, nodes.target("", "", ids=[name]))
        caption["classes"].append("mh-caption")
        std.anonlabels[name] = page, name
        std.labels[name] = page, name, f"Figure {chapter.lstrip('0')}.{number}"
    caption_texts = {part for caption in captions for part in caption.next_node(nodes.strong)}
    for text in list(doctree.findall(nodes.Text)):
        if text not in caption_texts and MENTION.search(text) and not is_inside(text, NOT_LINKED):
            text.parent.replace(text, list(link_mentions(text, page)))


def figure_id(chapter: str, number: str) -> str:
    return f"fig-{chapter.lstrip('0').lower()}-{number}"


def picture_above(caption: nodes.paragraph) -> nodes.Element:
    """Return what the cell above a caption shows, without its code; else the caption itself."""
    above = caption.parent[caption.parent.index(caption) - 1]
    outputs = (part for part in above.findall(nodes.container) if "cell_output" in part["classes"])
    return next(outputs, caption)


def is_inside(node: nodes.Node, kinds: tuple[type, ...]) -> bool:
    while node := node.parent:
        if isinstance(node, kinds):
            return True
    return False


def link_mentions(text: nodes.Text, page: str) -> Iterator[nodes.Node]:
    """Cut a text at the figures it mentions, which become links."""
    end = 0
    for mention in MENTION.finditer(text):
        yield nodes.Text(text[end : mention.start()])
        target = figure_id(mention[1], mention[2])
        xref = pending_xref(
            "",
            nodes.inline("", mention[0]),
            refdomain="std",
            reftype="ref",
            reftarget=target,
            refdoc=page,
            refexplicit=True,
            refwarn=True,
        )
        xref.source, xref.line = text.parent.source, text.parent.line
        yield xref
        end = mention.end()
    yield nodes.Text(text[end:])
