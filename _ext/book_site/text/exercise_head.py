"""The head of a page of exercises, and the line below each title that says what it takes."""

import re

from docutils import nodes
from sphinx.application import Sphinx

PAGE = re.compile(r"book/exercises/")
TITLE = re.compile(r"(Exercises for chapter \d\d): (.+)")


def shape(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.name != "html" or not PAGE.match(docname):
        return
    title = next(doctree.findall(nodes.title))
    if title_parts := TITLE.fullmatch(title.astext()):
        title[:] = [nodes.Text(title_parts[1])]
        kicker = nodes.paragraph("", title_parts[2], classes=["mh-kicker"])
        title.parent.insert(title.parent.index(title), kicker)
    for section in title.parent.findall(nodes.section):
        line = section.next_node(nodes.paragraph)
        if section is not title.parent and line and isinstance(line[0], nodes.emphasis):
            facts = line.pop(0).astext().removesuffix(".").split(", ")
            tags = [nodes.inline("", fact, classes=["mh-tag"]) for fact in facts]
            section.insert(section.index(line), nodes.paragraph("", "", *tags, classes=["mh-tags"]))
            line["classes"].append("mh-goal")
