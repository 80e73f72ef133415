"""Which pages have plain text beside them, and the list of all; with a small home page."""

from types import SimpleNamespace

import pytest
from book_site.pages import plain_text
from docutils import nodes
from docutils.utils import new_document

HOME = """<h2>Chapters</h2><h3>Part I: One<a class="headerlink">#</a></h3>
<dl><dt><a href="book/01-one.html">01 One</a></dt><dd>
<p>One head has <em>one</em> <math></math>.</p>
</dd><dt><a href="book/02-two.html">02 Two</a></dt><dd><p>Two differ.</p></dd></dl>"""


def page(
    *parts: nodes.Node, description: str = "Three heads are described here."
) -> nodes.document:
    document = new_document("page")
    document += [nodes.meta("", name="description", content=description)]
    document += nodes.section("", nodes.title("", "A title"), nodes.paragraph("", "", *parts))
    return document


@pytest.fixture
def app(tmp_path):
    """What a build knows of a book of a home page, a chapter, a glossary and one more page."""
    suffixes = {"book/intro": ".md", "book/01-one": ".ipynb", "book/glossary": ".md"}
    suffixes |= {"book/how-sure": ".md"}
    env = SimpleNamespace(
        found_docs=set(suffixes),
        doc2path=lambda name: name + suffixes[name],
        get_doctree=lambda name: page(description=f"What {name} is."),
        titles={name: nodes.title("", name.split("/")[1].title()) for name in suffixes},
    )
    builder = SimpleNamespace(
        name="html",
        get_outfilename=lambda name: str(
            tmp_path / ("index.html" if name == "book/intro" else f"{name}.html")
        ),
    )
    config = SimpleNamespace(root_doc="book/intro", project="Heads")
    return SimpleNamespace(env=env, builder=builder, config=config, outdir=tmp_path)


def written(app, name: str, doctree: nodes.document, body: str, address: str | None = None):
    """Write the text of a page; return the buttons of its downloads, and the tags of its head."""
    source = {"label": "download-source-button", "text": ".md"}
    group = {"label": "download-buttons", "buttons": [source]}
    context = {"body": body, "pageurl": address, "metatags": "", "header_buttons": [group]}
    plain_text.write(app, name, "", context, doctree)
    return group["buttons"], context["metatags"]


def test_a_chapter_has_its_text_beside_it_and_in_its_downloads(app):
    doctree = page(nodes.math("", "d_k"))
    (_, item), tags = written(app, "book/01-one", doctree, "<p>With <math></math>.</p>")
    assert (app.outdir / "book/01-one.md").read_text("utf-8") == "With $d_k$.\n"
    assert (item["text"], item["url"]) == ("Plain text (.md)", "01-one.md")
    assert 'type="text/markdown" title="Plain text" href="01-one.md"' in tags


def test_the_text_of_a_page_to_look_things_up_stands_in_place_of_its_source(app):
    (item,), _ = written(app, "book/glossary", page(), "<p>A term.</p>")
    assert item["url"] == "glossary.md"


def test_other_pages_have_no_text(app):
    assert written(app, "book/how-sure", page(), "<p>Sure.</p>")[1] == ""
    assert not list(app.outdir.rglob("*.md"))


@pytest.mark.parametrize(("address", "site"), [(None, ""), ("https://x.edu/c/",) * 2])
def test_the_list_says_of_each_chapter_what_the_home_page_says(app, address, site):
    written(app, "book/intro", page(nodes.math("", "W_Q")), HOME, address)
    assert (app.outdir / "llms.txt").read_text("utf-8").split("\n\n") == [
        "# Heads: a course on multi-head attention",
        "> What book/intro is.",
        plain_text.ABOUT,
        "## Part I: One",
        f"- [01 One]({site}book/01-one.md): One head has *one* $W_Q$.\n"
        f"- [02 Two]({site}book/02-two.md): Two differ.",
        "## Look up",
        f"- [Glossary]({site}book/glossary.md): What book/glossary is.",
        "## Optional",
        f"- [How-Sure]({site}book/how-sure.html): What book/how-sure is.\n",
    ]
