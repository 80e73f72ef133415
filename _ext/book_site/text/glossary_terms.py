"""A term in bold becomes a link to its entry in the glossary.

In Jupyter it is just bold: there a link to an entry would lead nowhere.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    entry_by_name = entries(app.env)
    for bold in list(doctree.findall(nodes.strong)):
        matches = [entry_by_name[name] for name in possible_names(bold) if name in entry_by_name]
        if matches:
            page, anchor = matches[0]
            bold.replace_self(make_refnode(app.builder, docname, page, anchor, bold.deepcopy()))


def entries(env: BuildEnvironment) -> dict[str, tuple[str, str]]:
    """Return the page and the place of each term."""
    objects = env.get_domain("std").objects.items()
    return {name.lower(): entry for (kind, name), entry in objects if kind == "term"}


def possible_names(bold: nodes.strong) -> list[str]:
    """Name the entries that a term may have: tokens are under token, queries under query."""
    name = bold.astext().lower()
    return [name, name.removesuffix("s"), name.removesuffix("ies") + "y"]
