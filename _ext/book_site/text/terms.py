"""A term in bold becomes a link to its entry in the glossary.

In Jupyter it is just bold: there a link to an entry would lead nowhere.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.nodes import make_refnode


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    known = app.env.get_domain("std").objects.items()
    entries = {name.lower(): entry for (kind, name), entry in known if kind == "term"}
    for bold in list(doctree.findall(nodes.strong)):
        found = [entries[name] for name in names(bold) if name in entries]
        if found:
            page, place = found[0]
            bold.replace_self(make_refnode(app.builder, docname, page, place, bold.deepcopy()))


def names(bold: nodes.strong) -> list[str]:
    """Name the entries that a term may have: tokens are under token, queries under query."""
    name = bold.astext().lower()
    return [name, name.removesuffix("s"), name.removesuffix("ies") + "y"]
