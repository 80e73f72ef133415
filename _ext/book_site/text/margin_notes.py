"""A definition beside the first place that introduces a term, from the glossary.

Where a page is wide enough the definition stands in the margin; elsewhere the link to the glossary
is there. It is not in the search, since the glossary is.
"""

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from book_site.text import glossary_terms
from book_site.text.chapter_head import is_chapter
from book_site.text.figure_captions import is_caption

NO_MARGIN = (nodes.table, nodes.container, nodes.list_item, nodes.title)


def add(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the definition of each term behind the first link that introduces it."""
    terms = glossary_terms.entries(app.env)
    if app.builder.name != "html" or not terms or not is_chapter(app.env, docname):
        return
    definition_of_term: dict[str, nodes.definition] = {}
    for page in {page for page, _ in terms.values()}:
        definition_of_term |= definitions(app.env.get_doctree(page))
    for bold in list(doctree.findall(nodes.strong)):
        link = bold.parent
        name = next(
            (name for name in glossary_terms.possible_names(bold) if name in definition_of_term),
            None,
        )
        if name and isinstance(link, nodes.reference) and has_margin(link):
            link.parent.insert(
                link.parent.index(link) + 1, make_note(*definition_of_term.pop(name))
            )


def definitions(glossary: nodes.document) -> dict[str, tuple[str, nodes.definition]]:
    """Return each term as the glossary writes it, with its definition, by its name."""
    items = list(glossary.findall(nodes.definition_list_item))
    return {
        term.astext().lower(): (term.astext(), item.next_node(nodes.definition))
        for item in items
        for term in item.findall(nodes.term)
    }


def has_margin(node: nodes.Node) -> bool:
    while node := node.parent:
        if isinstance(node, NO_MARGIN) or is_caption(node):
            return False
    return True


def make_note(term: str, definition: nodes.definition) -> nodes.inline:
    """Write what the glossary says of a term as one line that begins with the term."""
    text = [part.deepcopy() for part in definition.next_node(nodes.paragraph).children]
    note = nodes.inline("", "", *text, classes=["mh-definition"])
    for link in list(note.findall(lambda n: isinstance(n, nodes.reference | pending_xref))):
        link.replace_self(nodes.Text(link.astext()))
    note.insert(0, nodes.strong("", term[0].upper() + term[1:] + ". "))
    return note
