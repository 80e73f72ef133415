"""Take an `exercise.md` apart: its front matter, its parts, and the code and tables in them."""

from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.front_matter import front_matter_plugin

MARKDOWN = MarkdownIt().enable("table").use(front_matter_plugin)


def split(text: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the fields of the front matter, and the parts by their headings of second level.

    Raises
    ------
    ValueError
        If there is no front matter, or it is no list of fields.
    """
    tokens = MARKDOWN.parse(text)
    if not tokens or tokens[0].type != "front_matter":
        raise ValueError("does not begin with front matter between two lines of ---")
    try:
        fields = yaml.safe_load(tokens[0].content)
    except yaml.YAMLError as error:
        raise ValueError(f"has front matter that is no YAML: {error}") from None
    if not isinstance(fields, dict):
        raise ValueError("has front matter without fields; write one in each line, as `title: …`")
    return fields, _parts(text, tokens)


def code(part: str) -> str:
    """Return the code of a part's only fence; empty if it has none."""
    fences = [token for token in MARKDOWN.parse(part) if token.type == "fence"]
    return fences[0].content.rstrip() if len(fences) == 1 else ""


def rows(part: str) -> list[list[str]]:
    """Return the cells of a part's table, row by row, without its head."""
    nodes = SyntaxTreeNode(MARKDOWN.parse(part)).walk()
    table_rows = [row for node in nodes if node.type == "tbody" for row in node.children]
    return [[cell.children[0].content for cell in row.children] for row in table_rows]


def _parts(text: str, tokens: list) -> dict[str, str]:
    """Cut the text at its headings of the second level."""
    lines = text.splitlines()
    heads = [i for i, token in enumerate(tokens) if token.type == "heading_open"]
    heads = [i for i in heads if tokens[i].tag == "h2"]
    starts = [tokens[i].map for i in heads]
    ends = [start for start, _ in starts[1:]] + [len(lines)]
    return {
        tokens[i + 1].content: "\n".join(lines[body:end]).strip()
        for i, (_, body), end in zip(heads, starts, ends, strict=True)
    }
