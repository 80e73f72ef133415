"""What the head of a page says, for search engines, tabs and whoever shares a link."""

from types import SimpleNamespace

import pytest
from book_site.pages import page_head
from docutils import nodes
from docutils.utils import new_document


@pytest.fixture
def filled():
    """Fill the head of a page of a book; return its context."""

    def filled(name: str, address: str = "", doctree=None):
        config = SimpleNamespace(
            root_doc="intro", project="Many Heads", html_baseurl=address, card_figures=[]
        )
        builder = SimpleNamespace(name="html", get_target_uri=lambda page: f"{page}.html")
        context = {
            "title": "A <em>head</em> &amp; more",
            "pathto": lambda path, _: f"../{path}",
            "metatags": "<meta first>",
        }
        page_head.fill(SimpleNamespace(builder=builder, config=config), name, "", context, doctree)
        return context

    return filled


def page(text: str, description: str | None = None) -> nodes.document:
    document = new_document("page")
    if description:
        document += nodes.meta("", name="description", content=description)
    document += nodes.section("", nodes.title("", "Title"), nodes.paragraph("", text))
    return document


def test_the_card_says_what_the_page_says_as_text(filled):
    tags = filled("one", doctree=page('Two heads "part" here.'))["metatags"]
    assert tags.startswith("<meta first>")
    assert '<meta property="og:title" content="A head &amp; more">' in tags
    assert 'description" content="Two heads &quot;part&quot; here.">' in tags
    assert tags.count('name="description"') == 1
    assert '<meta property="og:type" content="article">' in tags
    assert 'name="robots"' not in tags


def test_a_description_in_the_front_matter_goes_before_the_first_sentences(filled):
    tags = filled("one", doctree=page("Words.", "Written by hand."))["metatags"]
    assert '<meta property="og:description" content="Written by hand.">' in tags
    assert "Words." not in tags
    assert 'name="description"' not in tags  # MyST writes it


def test_addresses_are_whole_where_the_site_knows_its_own(filled):
    known = filled("one", "https://x.edu/c/", page("Words."))
    assert known["pageurl"] == "https://x.edu/c/one.html"
    assert 'og:url" content="https://x.edu/c/one.html"' in known["metatags"]
    assert 'og:image" content="https://x.edu/c/_static/card.png"' in known["metatags"]
    unknown = filled("one", doctree=page("Words."))
    assert unknown["pageurl"] is None
    assert "og:url" not in unknown["metatags"]
    assert 'og:image" content="../_static/card.png"' in unknown["metatags"]


def test_the_home_page_is_the_site_and_has_its_title(filled):
    home = filled("intro", "https://x.edu/c/", page("Words."))
    assert home["title"] == "Many Heads: a course on multi-head attention"
    assert home["docstitle"] == ""
    assert home["pageurl"] == "https://x.edu/c/"
    assert '<meta property="og:type" content="website">' in home["metatags"]
