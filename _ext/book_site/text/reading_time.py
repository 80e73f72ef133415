"""How long a chapter takes, put behind what it needs: "*Time:* about 20 minutes to read, …".

The rule to read: 200 words a minute, 4 seconds for each line of code that is not folded, half a
minute for each figure and each widget, and a quarter for each equation on a line of its own;
rounded to 5 minutes, for the core and for what goes further (`further.py`). The time to run is what
the chapter took when the site was built, rounded up to minutes, since it depends on the machine.
"""

from collections.abc import Iterator
from math import ceil

from docutils import nodes
from sphinx.application import Sphinx

from book_site.text.figure_captions import is_caption
from book_site.text.further import ID as FURTHER
from book_site.text.predictions import WIDGET

WORDS_A_MINUTE = 200
MINUTES = {"line": 4 / 60, "picture": 1 / 2, "equation": 1 / 4}
FOLDED = {"tag_hide-input", "tag_hide-cell", "tag_remove-input", "tag_remove-cell"}
NOT_PROSE = nodes.container | nodes.literal_block | nodes.math_block | nodes.raw
NEEDS, TIME = "Needs:", "Time:"


def add(app: Sphinx, doctree: nodes.document) -> None:
    """Put the time at the end of the paragraph that begins with *Needs:*."""
    ran = app.env.nb_metadata.get(app.env.docname, {}).get("exec_data")
    for needs in filter(says_needs, doctree.findall(nodes.paragraph)):
        text = f" about {to_read(doctree)}"
        text += f", {to_run(ran['runtime'])} to run." if ran else "."
        needs += [nodes.Text(" "), nodes.emphasis("", TIME), nodes.Text(text)]


def says_needs(paragraph: nodes.paragraph) -> bool:
    first = next((part for part in paragraph if part.astext()), None)
    return isinstance(first, nodes.emphasis) and first.astext() == NEEDS


def to_read(doctree: nodes.Element) -> str:
    """Say how many minutes it takes to read the core of a page, and how many more the rest."""
    further = sum(minutes(s) for s in doctree.findall(nodes.section) if FURTHER in s["ids"])
    text = f"{in_fives(minutes(doctree) - further)} minutes to read"
    return f"{text}, {in_fives(further)} more to go further" if further else text


def in_fives(minutes: float) -> int:
    return max(5, 5 * round(minutes / 5))


def minutes(node: nodes.Element) -> float:
    cells = [c for c in node.findall(nodes.container) if "cell" in c["classes"]]
    minutes = sum(len(text.split()) for text in prose(node)) / WORDS_A_MINUTE
    minutes += sum(map(lines_shown, cells)) * MINUTES["line"]
    pictures = sum(map(is_caption, node.findall(nodes.paragraph)))
    pictures += sum(WIDGET in cell.astext() for cell in cells)
    minutes += pictures * MINUTES["picture"]
    return minutes + len(list(node.findall(nodes.math_block))) * MINUTES["equation"]


def prose(node: nodes.Node) -> Iterator[str]:
    """Give the text of a page outside its cells, other code and equations."""
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield child.astext()
        elif not isinstance(child, NOT_PROSE):
            yield from prose(child)


def lines_shown(cell: nodes.container) -> int:
    if FOLDED & set(cell["classes"]):
        return 0
    sources = (c for c in cell.findall(nodes.container) if "cell_input" in c["classes"])
    return sum(len(source.astext().split("\n")) for source in sources)


def to_run(seconds: float) -> str:
    minutes = ceil(seconds / 60)
    return f"less than {'a minute' if minutes == 1 else f'{minutes} minutes'}"
