"""A chapter with claims links the recipe for other seeds behind the time that it takes."""

from types import SimpleNamespace

import pytest
from book_site.text import other_seeds_link
from docutils import nodes
from docutils.utils import new_document
from sphinx.addnodes import pending_xref

APP = SimpleNamespace(env=SimpleNamespace(docname="book/07-a"))


@pytest.mark.parametrize(("markup", "links"), [('<p class="mh-claim">', 1), ("<p>", 0)])
def test_only_a_chapter_with_claims_gets_the_link(markup, links):
    page = new_document("page")
    needs = nodes.paragraph("", "", nodes.emphasis("", "Needs:"), nodes.Text(" nothing."))
    page += [needs, nodes.raw("", markup, format="html")]
    other_seeds_link.link(APP, page)
    targets = [link["reftarget"] for link in needs.findall(pending_xref)]
    assert targets == [other_seeds_link.RECIPE] * links
