"""The head of a chapter: its place among all, its question, and what it needs and takes."""

from types import SimpleNamespace

from book_site.text import chapter_head
from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes

PARTS = {"Part I: One head": ["book/01-a", "book/02-b"], "Look up": ["book/glossary"]}


def paragraph(begin: str, *rest: str) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.emphasis("", begin), *map(nodes.Text, rest))


def shaped(*opening: nodes.Node, page: str = "book/02-b") -> nodes.section:
    doctree, root = new_document("page"), new_document("root")
    doctree += nodes.section("", nodes.title("", "02 A <title>"), *opening)
    root += [
        addnodes.toctree(caption=caption, entries=[(None, name) for name in pages])
        for caption, pages in PARTS.items()
    ]
    chapters = [name for pages in PARTS.values() for name in pages if name[5].isdigit()]
    env = SimpleNamespace(
        get_doctree=lambda name: root,
        doc2path=lambda name: name + (".ipynb" if name in chapters else ".md"),
    )
    config = SimpleNamespace(root_doc="book/intro")
    app = SimpleNamespace(builder=SimpleNamespace(name="html"), env=env, config=config)
    chapter_head.shape(app, doctree, page)
    return doctree[0]


NEEDS = nodes.paragraph(
    "", "", nodes.emphasis("", "Needs:"), nodes.Text(" paper. "), nodes.emphasis("", "Time:")
)


def test_question_part_and_strip_follow_the_title_and_the_time_is_apart():
    words = [nodes.paragraph("", text) for text in ("Why?", "It begins part I.", "After it …")]
    needs = NEEDS.deepcopy()
    needs += nodes.Text(" about 7 minutes.")
    chapter = shaped(*words, needs, nodes.paragraph("", "Then."))
    position, title, question, part_intro, strip, then = chapter
    assert question["classes"] == ["mh-question"]
    assert part_intro["classes"] == ["mh-part-intro"]
    assert [p.astext() for p in strip] == ["After it …", "Needs: paper. ", "Time: about 7 minutes."]
    assert then.astext() == "Then."
    assert title.astext() == "02 A <title>"
    assert title[0]["classes"] == ["mh-number"]
    assert "<b>Part I</b> One head" in position.astext()
    assert position.astext().count("<i") == 2
    assert "<i></i><i class=mh-here></i>" in position.astext()


def test_a_page_that_is_no_chapter_or_says_no_needs_stays_as_it_is():
    assert len(shaped(nodes.paragraph("", "Why?"), NEEDS.deepcopy(), page="book/paths")) == 3
    assert len(shaped(nodes.paragraph("", "Why?"))) == 2
