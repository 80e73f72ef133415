"""A chapter that claims something about training links the recipe to run it on other seeds."""

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from book_site.text.reading_time import says_needs

CLAIM = "mh-claim"
RECIPE = "other-seeds"  # a label of book/how-to.md


def link(app: Sphinx, doctree: nodes.document) -> None:
    """Put the link behind the time that the chapter takes."""
    if CLAIM not in "".join(raw.astext() for raw in doctree.findall(nodes.raw)):
        return
    for needs in filter(says_needs, doctree.findall(nodes.paragraph)):
        words = nodes.inline("", "Run it on other seeds")
        xref_options = {"refdomain": "std", "reftype": "ref", "reftarget": RECIPE}
        xref = pending_xref("", words, refdoc=app.env.docname, refexplicit=True, **xref_options)
        xref.source, xref.line = needs.source, needs.line
        needs += [nodes.Text(" "), xref, nodes.Text(".")]
