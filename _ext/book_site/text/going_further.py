"""What goes further than a chapter's core stands after it on the page, under a heading of its own.

A section whose first paragraph begins with *Going further:* is one that the core does not need. In
the notebook it stands where its code runs. On the page it comes behind the core, before *What we
now know*; a link is left in its place, and it says what it belongs to.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book_site.building.source_location import of_node

MARK, TITLE, ID = "Going further:", "Going further", "going-further"
SUMMARY = "what-we-now-know"
SAID = "The core of the chapter ends here. Nothing in it needs what follows. Both are summed up in "


def gather(app: Sphinx, doctree: nodes.document) -> None:
    """Move the marked sections of a chapter behind its core."""
    marked = [(section, marks_of(section)) for section in doctree.findall(nodes.section)]
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
    said = nodes.paragraph("", SAID, link_to(summary), nodes.Text("."))
    further = nodes.section("", nodes.title("", TITLE), said, ids=[ID], names=[ID])
    chapter.insert(chapter.index(summary), further)
    for section, mark in marked:
        if section.parent is chapter:
            section.remove(mark)
        else:
            mark[:] = [nodes.Text("Belongs to "), link_to(section.parent), nodes.Text(".")]
        take_out(section)
        further += section


def marks_of(section: nodes.section) -> list[nodes.paragraph]:
    first = section.children[1:2]
    return [p for p in first if isinstance(p, nodes.paragraph) and p.astext().startswith(MARK)]


def take_out(section: nodes.section) -> None:
    """Leave a link in the place of a section, at the end of what stands before it."""
    parent, place = section.parent, section.parent.index(section)
    parent.remove(section)
    while isinstance(parent[place - 1], nodes.target):
        place -= 1
    left = nodes.paragraph("", "", nodes.emphasis("", MARK), nodes.Text(" "), link_to(section))
    before = parent[place - 1]
    if isinstance(before, nodes.section):
        before += left
    else:
        parent.insert(place, left)


def link_to(section: nodes.section) -> nodes.reference:
    title = [part.deepcopy() for part in section[0].children]
    return nodes.reference("", "", *title, internal=True, refid=section["ids"][0])
