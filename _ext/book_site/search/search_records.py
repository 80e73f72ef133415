"""The records of the search: each section and each term with its heading and its prose.

They are kept with what Sphinx knows of each page, so a page that did not change is not read again.
"""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.addnodes import glossary
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

NO_PROSE = (
    nodes.section,
    nodes.literal_block,
    nodes.math_block,
    nodes.Invisible,
    nodes.raw,
    nodes.system_message,
)
LABEL = "exercise-"
NUMBERED = re.compile(r"\d\d (.+)")
LATEX_AS_TEXT = (
    (re.compile(r"\\(?:text|mathrm|operatorname)\{([^}]*)\}"), r"\1"),
    (re.compile(r"\^\{?\\top\}?"), "ᵀ"),
    (re.compile(r"\\sqrt\s*"), "√"),
    (re.compile(r"\\partial\s*"), "∂"),
    (re.compile(r"\\times\b"), "×"),
    (re.compile(r"\\cdot\b"), "·"),
    (re.compile(r"\\infty\b"), "∞"),
    (re.compile(r"\\[a-zA-Z]+|\\."), " "),
    (re.compile(r"[{}]"), ""),
)


def store_records(app: Sphinx, doctree: nodes.document) -> None:
    """Keep the records of the page that was read."""
    records_of(app.env)[app.env.docname] = list(page_records(doctree, app.env.docname))


def remove_records(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    records_of(env).pop(docname, None)


def merge_records(
    app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment
) -> None:
    """Take over the records of pages that another process read."""
    records_of(env).update({name: records_of(other)[name] for name in docnames})


def records_of(env: BuildEnvironment) -> dict[str, list[dict]]:
    if not hasattr(env, "search_records"):
        env.search_records = {}
    return env.search_records


def page_records(doctree: nodes.document, docname: str) -> Iterator[dict]:
    for section in doctree.findall(nodes.section):
        heading = section[0].astext()
        kind = record_kind(docname, heading, section)
        record = {"id": section["ids"][0], "title": heading, "kind": kind, "text": prose(section)}
        names = other_names(section)
        yield record | ({"names": names} if names else {})
    for terms in doctree.findall(glossary):
        for entry in terms.findall(nodes.definition_list_item):
            text = prose(entry[-1])
            for term in entry.findall(nodes.term):
                yield {
                    "id": term["ids"][0],
                    "title": term.astext(),
                    "kind": "term",
                    "text": text,
                }


def record_kind(docname: str, heading: str, section: nodes.section) -> str:
    if docname.endswith("questions") and heading.endswith("?"):
        return "question"
    if docname.endswith("how-to") and isinstance(section.parent.parent, nodes.section):
        return "guide"
    if docname.endswith("paths") and isinstance(section.parent, nodes.section):
        return "guide"
    return "exercise" if "exercises/" in docname else "section"


def other_names(section: nodes.section) -> list[str]:
    """Name a chapter without its number, and an exercise as `check` does: split_heads."""
    title, labels = section[0].astext(), section["ids"]
    codes = [label.removeprefix(LABEL).replace("-", "_") for label in labels if LABEL in label]
    return codes + [match[1] for match in [NUMBERED.fullmatch(title)] if match]


def prose(node: nodes.Element) -> str:
    """Return the text of a section without that of its subsections, code and what is folded."""
    return re.sub(r"\s+", " ", " ".join(prose_parts(node))).strip()


def prose_parts(node: nodes.Element) -> Iterator[str]:
    folds = 0  # that are open in HTML, which stands between paragraphs
    for child in node.children:
        if isinstance(child, nodes.raw):
            folds += child.astext().count("<details") - child.astext().count("</details")
        if (
            folds
            or isinstance(child, (*NO_PROSE, nodes.title, glossary))
            or is_code_or_folded(child)
        ):
            continue
        if isinstance(child, nodes.math):
            yield latex_as_text(child.astext())
        elif isinstance(child, nodes.TextElement):
            text = "".join(inline_text(child))
            if not text.startswith("Shown in "):
                yield text
        elif isinstance(child, nodes.Element):
            yield from prose_parts(child)


def inline_text(node: nodes.Element) -> Iterator[str]:
    for child in node.findall(nodes.Text):
        if isinstance(child.parent, nodes.problematic):
            continue
        if child.parent.parent.get("reftype") == "eq":  # the number is not known yet
            continue
        is_math = isinstance(child.parent, nodes.math)
        yield latex_as_text(child) if is_math else child


def is_code_or_folded(node: nodes.Node) -> bool:
    """Tell whether a node is a cell of code, or folded: a search must not give a solution away."""
    return bool({"cell", "dropdown"} & set(getattr(node, "attributes", {}).get("classes", [])))


def latex_as_text(latex: str) -> str:
    for pattern, plain in LATEX_AS_TEXT:
        latex = pattern.sub(plain, latex)
    return latex
