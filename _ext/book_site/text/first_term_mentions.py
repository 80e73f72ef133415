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
from book_site.text.chapter_head import CHAPTER

# Words of plain English, and what no section does without: these are linked in bold only.
PLAIN = {
    *("claim", "content", "coordinate", "copy", "cost", "habit", "head", "importance", "job"),
    *("key", "layer"),
    *("matching", "own part", "query", "role", "score", "share", "size", "stage", "symmetry"),
    *("target", "token", "value", "weights", "write"),
}
NOT_PROSE = (nodes.section, nodes.container, nodes.title, nodes.reference, nodes.strong)
NOT_WORDS = (nodes.literal, nodes.literal_block, nodes.math_block, nodes.raw)


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    known = glossary_terms.entries(app.env)
    if not known or not CHAPTER.match(docname):
        return
    said = re.compile(rf"\b({'|'.join(spoken(known))})s?\b", re.I)
    pages = {page for page, _ in known.values()}
    signs = {k: v for page in pages for k, v in written(app.env.get_doctree(page)).items()}
    for section in doctree.findall(nodes.section):
        done = {
            name for bold in section.findall(nodes.strong) for name in glossary_terms.names(bold)
        }
        for node in list(prose(section)):
            parts: list[nodes.Node] = []
            for words, name in cut(node, said, signs):
                parts.append(words)
                if name and name not in done:
                    done.add(name)
                    spoken_as = name if isinstance(words, nodes.math) else None
                    parts[-1] = make_refnode(app.builder, docname, *known[name], words, spoken_as)
                    parts[-1]["classes"].append("mh-term")
            node.parent.replace(node, parts)


def spoken(known: dict[str, tuple[str, str]]) -> list[str]:
    """List the terms that are linked wherever they are said, the longest first."""
    return sorted(map(re.escape, set(known) - PLAIN), key=len, reverse=True)


def written(glossary: nodes.document) -> dict[str, str]:
    """Return the symbols that entries name, as in "written $y^*$", each with its term."""
    found = {}
    for entry in glossary.findall(nodes.definition_list_item):
        for sign in entry.findall(nodes.math):
            before = sign.parent[sign.parent.index(sign) - 1]
            if before.astext().endswith("written "):
                found[sign.astext()] = entry[0].astext().lower()
    return found


def prose(node: nodes.Element) -> Iterator[nodes.Text | nodes.math]:
    """Give the words and symbols of a section, without those of its subsections and cells."""
    for child in node.children:
        if isinstance(child, nodes.Text | nodes.math):
            yield child
        elif isinstance(child, nodes.Element) and not isinstance(child, (*NOT_PROSE, *NOT_WORDS)):
            yield from prose(child)


def cut(
    node: nodes.Text | nodes.math, said: re.Pattern, signs: dict[str, str]
) -> Iterator[tuple[nodes.Node, str | None]]:
    """Cut a text at the terms in it; a symbol stays whole."""
    if isinstance(node, nodes.math):
        yield node.deepcopy(), signs.get(node.astext())
        return
    end = 0
    for found in said.finditer(node):
        yield nodes.Text(node[end : found.start()]), None
        yield nodes.Text(found[0]), found[1].lower()
        end = found.end()
    yield nodes.Text(node[end:]), None
