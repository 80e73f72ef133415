"""The head of a page of exercises, and the line below each title that says what it takes.

What a page tells instructors stands at its end: its readers have come for the exercises.
"""

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
    for paragraph in [*title.parent.findall(is_for_instructors)]:
        paragraph["classes"].append("mh-for-instructors")
        title.parent.remove(paragraph)
        title.parent.append(paragraph)
    for section in title.parent.findall(nodes.section):
        line = section.next_node(nodes.paragraph)
        if section is not title.parent and line and isinstance(line[0], nodes.emphasis):
            facts = line.pop(0).astext().removesuffix(".").split(", ")
            tags = [nodes.inline("", fact, classes=["mh-tag"]) for fact in facts]
            section.insert(section.index(line), nodes.paragraph("", "", *tags, classes=["mh-tags"]))
            line["classes"].append("mh-goal")


def is_for_instructors(node: nodes.Node) -> bool:
    return isinstance(node, nodes.paragraph) and node.astext().startswith("Instructors ")
