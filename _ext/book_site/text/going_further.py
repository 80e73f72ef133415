"""What goes further than a chapter's core stands after it on the page, under a heading of its own.

A section whose first paragraph is *Going further.* is one that the core does not need. In
the notebook it stands where its code runs. On the page it comes behind the core, before *What we
now know*; a link is left in its place, and it says what it belongs to.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book_site.building.source_location import of_node

TITLE, ID = "Going further", "going-further"
MARK, POINTER = f"{TITLE}.", f"{TITLE}:"
SUMMARY = "what-we-now-know"
INTRODUCTION = (
    "The core of the chapter ends here. Nothing in it needs what follows. Both are summed up in "
)


def move_behind_core(app: Sphinx, doctree: nodes.document) -> None:
    """Move the marked sections of a chapter behind its core."""
    marked = [(section, find_marks(section)) for section in doctree.findall(nodes.section)]
    marked = [(section, marks[0]) for section, marks in marked if marks]
    if not marked:
        return
    summary = next((s for s in doctree.findall(nodes.section) if SUMMARY in s["ids"]), None)
    if summary is None:
        raise ExtensionError(
            f"{of_node(app.srcdir, marked[0][0])}: a section goes further, and the chapter has no "
            "section What we now know, before which it is put; add one"
        )
    chapter = summary.parent
    introduction = nodes.paragraph("", INTRODUCTION, link_to(summary), nodes.Text("."))
    further_part = nodes.section("", nodes.title("", TITLE), introduction, ids=[ID], names=[ID])
    chapter.insert(chapter.index(summary), further_part)
    for section, mark in marked:
        if section.parent is chapter:
            section.remove(mark)
        else:
            mark[:] = [nodes.Text("Belongs to "), link_to(section.parent), nodes.Text(".")]
        replace_by_link(section)
        further_part += section


def find_marks(section: nodes.section) -> list[nodes.paragraph]:
    first = section.children[1:2]
    return [p for p in first if isinstance(p, nodes.paragraph) and p.astext() == MARK]


def replace_by_link(section: nodes.section) -> None:
    """Leave a link in the place of a section, at the end of what stands before it."""
    parent, position = section.parent, section.parent.index(section)
    parent.remove(section)
    while isinstance(parent[position - 1], nodes.target):
        position -= 1
    label = nodes.emphasis("", POINTER)
    pointer = nodes.paragraph("", "", label, nodes.Text(" "), link_to(section))
    preceding = parent[position - 1]
    if isinstance(preceding, nodes.section):
        preceding += pointer
    else:
        parent.insert(position, pointer)


def link_to(section: nodes.section) -> nodes.reference:
    title = [part.deepcopy() for part in section[0].children]
    return nodes.reference("", "", *title, internal=True, refid=section["ids"][0])
