"""Who lands in the middle of a chapter is one click away from what a word there means.

In each section of a chapter the first mention of a term becomes a quiet link to its entry in the
glossary, and so does a symbol if the entry says that the term is *written* so. What is in bold is a
link already (`glossary_terms.py`).
"""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.nodes import make_refnode

from book_site.text import glossary_terms
from book_site.text.chapter_head import is_chapter

# Words of plain English, and what no section does without: these are linked in bold only.
NOT_LINKED_WORDS = {
    *("claim", "cluster", "content", "coordinate", "copy", "cost", "gradient", "habit"),
    *("head", "importance", "job", "key", "layer", "loss", "matching", "overlap", "own part"),
    *("query", "recognised", "role", "score", "share", "size", "stage", "symmetry", "target"),
    *("token", "value", "weights", "write"),
}
NOT_PROSE = (nodes.section, nodes.container, nodes.title, nodes.reference, nodes.strong)
NOT_WORDS = (nodes.literal, nodes.literal_block, nodes.math_block, nodes.raw)


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    entries = glossary_terms.entries(app.env)
    if not entries or not is_chapter(app.env, docname):
        return
    term_pattern = re.compile(rf"\b({'|'.join(linkable_terms(entries))})s?\b", re.I)
    pages = {page for page, _ in entries.values()}
    term_of_symbol: dict[str, str] = {}
    for page in pages:
        term_of_symbol |= terms_by_symbol(app.env.get_doctree(page))
    for section in doctree.findall(nodes.section):
        linked_terms = {
            name
            for bold in section.findall(nodes.strong)
            for name in glossary_terms.possible_names(bold)
        }
        for node in list(prose_nodes(section)):
            new_nodes: list[nodes.Node] = []
            for part, name in split_at_terms(node, term_pattern, term_of_symbol):
                new_nodes.append(part)
                if name and name not in linked_terms:
                    linked_terms.add(name)
                    symbol_label = name if isinstance(part, nodes.math) else None
                    new_nodes[-1] = make_refnode(
                        app.builder, docname, *entries[name], part, symbol_label
                    )
                    new_nodes[-1]["classes"].append("mh-term")
            node.parent.replace(node, new_nodes)


def linkable_terms(entries: dict[str, tuple[str, str]]) -> list[str]:
    """List the terms that are linked wherever they are said, the longest first."""
    return sorted(map(re.escape, set(entries) - NOT_LINKED_WORDS), key=len, reverse=True)


def terms_by_symbol(glossary: nodes.document) -> dict[str, str]:
    """Return the symbols that entries name, as in "written $y^*$", each with its term."""
    term_of_symbol = {}
    for entry in glossary.findall(nodes.definition_list_item):
        for symbol in entry.findall(nodes.math):
            preceding = symbol.parent[symbol.parent.index(symbol) - 1]
            if preceding.astext().endswith("written "):
                term_of_symbol[symbol.astext()] = entry[0].astext().lower()
    return term_of_symbol


def prose_nodes(node: nodes.Element) -> Iterator[nodes.Text | nodes.math]:
    """Give the words and symbols of a section, without those of its subsections and cells."""
    for child in node.children:
        if isinstance(child, nodes.Text | nodes.math):
            yield child
        elif isinstance(child, nodes.Element) and not isinstance(child, (*NOT_PROSE, *NOT_WORDS)):
            yield from prose_nodes(child)


def split_at_terms(
    node: nodes.Text | nodes.math, term_pattern: re.Pattern, term_of_symbol: dict[str, str]
) -> Iterator[tuple[nodes.Node, str | None]]:
    """Cut a text at the terms in it; a symbol stays whole."""
    if isinstance(node, nodes.math):
        yield node.deepcopy(), term_of_symbol.get(node.astext())
        return
    end = 0
    for mention in term_pattern.finditer(node):
        yield nodes.Text(node[end : mention.start()]), None
        yield nodes.Text(mention[0]), mention[1].lower()
        end = mention.end()
    yield nodes.Text(node[end:]), None
