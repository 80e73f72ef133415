"""Neighbouring cells of folded code become one: a reader sees one bar, not three in a row.

A cell joins the next one if it shows nothing but its bar. The bar of both says what it holds: "Show
the task" and "Show how it is scored" become "Show the task and how it is scored".
"""

from docutils import nodes
from sphinx.application import Sphinx

SHOW = "Show "


def join(app: Sphinx, doctree: nodes.document) -> None:
    """Move the code of each folded cell without a result into the folded cell that follows."""
    for cell in list(doctree.findall(is_folded)):
        next_index = cell.parent.index(cell) + 1
        following = cell.parent[next_index] if next_index < len(cell.parent) else None
        if len(cell) == 1 and is_folded(following):
            following[0][:0] = cell[0].children
            following["prompts"] = prompts(cell) + prompts(following)
            following["prompt_show"] = join_prompts(following["prompts"])
            cell.parent.remove(cell)


def is_folded(node: nodes.Node | None) -> bool:
    """Say whether a node is a cell whose code stands behind a bar (a node of MyST-NB)."""
    if not isinstance(node, nodes.container) or not node.get("hide_mode") or not len(node):
        return False
    return isinstance(node[0], nodes.container) and node[0].get("nb_element") == "cell_code_source"


def prompts(cell: nodes.container) -> list[str]:
    return cell.get("prompts", [cell["prompt_show"]])


def join_prompts(texts: list[str]) -> str:
    """Say in one line what several bars said, and nothing twice."""
    *rest, last = dict.fromkeys(text.removeprefix(SHOW) for text in texts)
    return SHOW + " and ".join([", ".join(rest), last] if rest else [last])
