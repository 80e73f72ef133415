"""How long a chapter takes, put behind what it needs: "*Time:* about 20 minutes to read, …".

What a reader of the page meets counts, for the core and for what goes further (`going_further.py`):
the words of text, captions and tables; the lines of code that is not folded; the pictures, widgets
and lines that cells show, a claim being a line; predictions and displayed equations. Code behind a
bar does not count, nor the table of a widget. The answer of a prediction does: it is opened and
read. So do its choices, as words of its prompt. The time to run is what the chapter took when the
site was built, rounded up to minutes, since it depends on the machine.
"""

import re
from collections.abc import Iterator
from math import ceil

from docutils import nodes
from sphinx.application import Sphinx

from book_site.text.going_further import ID as FURTHER
from book_site.text.predictions import WIDGET, predictions

WORDS_A_MINUTE = 200
CODE_LINES_A_MINUTE = 10
OUTPUT_LINES_A_MINUTE = 20
MINUTES_A_FIGURE, MINUTES_A_WIDGET, MINUTES_A_PREDICTION, MINUTES_AN_EQUATION = 1, 2, 0.5, 0.25

ADVISED_CORE = 20  # minutes: one sitting
LONGEST_CORE = 25
LONGEST_WITH_REASON = 30
REASONS: dict[str, str] = {}  # why the core of a chapter, as "03-money-bank", takes longer
LENGTHS_FAIL = False  # until the contents have their new sizes; then a core that is too long fails

FOLDED = {"tag_hide-input", "tag_hide-cell", "tag_remove-input", "tag_remove-cell"}
NOT_PROSE = nodes.container | nodes.literal_block | nodes.math_block | nodes.raw
NO_WORDS = re.compile(r"<style.*?</style>|<[^>]*>", re.S)
HTML = "text/html"
CLAIM, FIGURE, TABLE = "mh-claim", "<svg", "<table"
NEEDS, TIME = "Needs:", "Time:"


def add(app: Sphinx, doctree: nodes.document) -> None:
    """Put the time at the end of the paragraph that begins with *Needs:*."""
    execution = app.env.nb_metadata.get(app.env.docname, {}).get("exec_data")
    for needs in filter(says_needs, doctree.findall(nodes.paragraph)):
        text = f" about {reading_phrase(doctree)}"
        text += f", {running_phrase(execution['runtime'])} to run." if execution else "."
        needs += [nodes.Text(" "), nodes.emphasis("", TIME), nodes.Text(text)]


def says_needs(paragraph: nodes.paragraph) -> bool:
    first = next((part for part in paragraph if part.astext()), None)
    return isinstance(first, nodes.emphasis) and first.astext() == NEEDS


def reading_phrase(doctree: nodes.Element) -> str:
    """Say how many minutes it takes to read the core of a page, and how many more the rest."""
    core, further = core_and_further(doctree)
    text = f"{round(core)} minutes to read"
    return f"{text}, {round(further)} more to go further" if further else text


def core_and_further(doctree: nodes.Element) -> tuple[float, float]:
    """Return the minutes to read the core of a page, and those to read what goes further."""
    further = sum(minutes(s) for s in doctree.findall(nodes.section) if FURTHER in s["ids"])
    return minutes(doctree) - further, further


def minutes(node: nodes.Element) -> float:
    """Return the minutes to read a page, or a part of one, with all that its cells show."""
    cells = [c for c in node.findall(nodes.container) if "cell" in c["classes"]]
    return (
        sum(len(text.split()) for text in prose(node)) / WORDS_A_MINUTE
        + sum(map(lines_shown, cells)) / CODE_LINES_A_MINUTE
        + sum(map(minutes_of_output, outputs(cells)))
        + len(list(predictions(node))) * MINUTES_A_PREDICTION
        + len(list(node.findall(nodes.math_block))) * MINUTES_AN_EQUATION
    )


def prose(node: nodes.Node) -> Iterator[str]:
    """Give the text of a page outside its cells, other code, equations and what it says of time."""
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield child.astext()
        elif isinstance(child, nodes.paragraph) and says_needs(child):
            yield child.astext().partition(TIME)[0]
        elif not isinstance(child, NOT_PROSE):
            yield from prose(child)


def lines_shown(cell: nodes.container) -> int:
    if FOLDED & set(cell["classes"]):
        return 0
    sources = (c for c in cell.findall(nodes.container) if "cell_input" in c["classes"])
    return sum(len(source.astext().split("\n")) for source in sources)


def outputs(cells: list[nodes.container]) -> Iterator[nodes.Element]:
    """Give what cells show, each output in the one of its forms that a page has."""
    for cell in cells:
        for part in cell.findall(nodes.container):
            if "cell_output" in part["classes"]:
                for output in part.children:
                    forms = output.findall(nodes.container)
                    yield next((f for f in forms if f.get("mime_type") == HTML), output)


def minutes_of_output(output: nodes.Node) -> float:
    text = output.astext()
    if WIDGET in text:
        return MINUTES_A_WIDGET
    if FIGURE in text:
        return MINUTES_A_FIGURE
    if TABLE in text:
        return len(NO_WORDS.sub(" ", text).split()) / WORDS_A_MINUTE
    lines = 1 if CLAIM in text else len(text.strip("\n").split("\n")) * bool(text.strip())
    return lines / OUTPUT_LINES_A_MINUTE


def running_phrase(seconds: float) -> str:
    minutes = ceil(seconds / 60)
    return f"less than {'a minute' if minutes == 1 else f'{minutes} minutes'}"
