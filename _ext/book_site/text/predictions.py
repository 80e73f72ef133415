"""Fold what follows a prediction: the reader decides first, then opens *Show what happens*.

A paragraph that begins with **Predict** asks; the code cells after it, with what they show and the
captions of their figures, and the paragraph after those answer. Without script the answer stands
open; on paper it is opened. A widget is not folded: it is what the reader tries out.
Before the fold stands what `guess_forms.py` makes of the prediction's choices. These come in the
order of the notebook, so predictions are numbered before `going_further.py` moves any of them.
"""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book_site.building.source_location import of_node
from book_site.text import guess_forms
from book_site.text.figure_captions import is_caption

OPEN = (
    '<details class="mh-answer" open><summary>Show what happens</summary>'
    '<script>document.currentScript.parentElement.open = false</script><div class="mh-shown">'
)
CLOSE = "</div></details>"
FRAME, FRAME_END = '<div class="mh-predict">', "</div>"
WIDGET = "data-mh-widget"
REVIEW = "book/review"  # the page on which missed predictions come again
NUMBER = "prediction"  # of a question, in the order of the source


def number(app: Sphinx, doctree: nodes.document) -> None:
    """Number the predictions of a page that was just read."""
    for i, question in enumerate(predictions(doctree)):
        question[NUMBER] = i


def fold(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the answer to each prediction of a page into a fold, and before it where to guess."""
    if app.builder.format != "html":
        return
    questions = sorted(predictions(doctree), key=lambda question: question[NUMBER])
    source = Path(app.env.doc2path(docname))
    no_guesses = [("", None)] * len(questions)
    guesses = guess_forms.read_predictions(source) if source.suffix == ".ipynb" else no_guesses
    if len(questions) != len(guesses):
        locations = ", ".join(of_node(app.srcdir, question) for question in questions)
        raise ExtensionError(
            f"{of_node(app.srcdir, doctree)}: {len(guesses)} cells have **Predict, and "
            f"{len(questions)} paragraphs begin with it ({locations}); begin one paragraph of each "
            "such cell with it"
        )
    for question, (cell, guess) in zip(questions, guesses, strict=True):
        parent, answer = question.parent, answer_to(question)
        position = parent.index(answer[0] if answer else question) + (not answer)
        if answer:
            parent.insert(position + len(answer), nodes.raw("", CLOSE, format="html"))
            parent.insert(position, nodes.raw("", OPEN, format="html"))
            end = position + len(answer) + 2
        else:
            end = position
        if guess:
            parent.insert(position, guess_forms.guess_form(source.stem, cell, guess))
            end += 1
        parent.insert(end, nodes.raw("", FRAME_END, format="html"))
        parent.insert(parent.index(question), nodes.raw("", FRAME, format="html"))
    if any(guess for _, guess in guesses):
        has_review = REVIEW in app.env.found_docs
        review = app.builder.get_relative_uri(docname, REVIEW) if has_review else None
        guess_forms.add_score(doctree, review)


def predictions(doctree: nodes.document) -> Iterator[nodes.paragraph]:
    return filter(is_prediction, doctree.findall(nodes.paragraph))


def is_prediction(node: nodes.Node) -> bool:
    if not isinstance(node, nodes.paragraph):
        return False
    first = next((part for part in node if part.astext()), None)  # MyST begins with an empty text
    return isinstance(first, nodes.strong) and first.astext().startswith("Predict")


def whole_question(question: nodes.paragraph) -> list[nodes.Node]:
    """Return a question, and the paragraph in which it goes on, if it does."""
    following = question.next_node(descend=False, siblings=True)
    return [question, following] if isinstance(following, nodes.paragraph) else [question]


def answer_to(question: nodes.paragraph) -> list[nodes.Node]:
    """Find the first cells after a question, and the paragraph after them."""
    end = question.parent.index(question) + len(whole_question(question))
    rest = list(question.parent)[end:]
    cells = list(takewhile(is_folded, rest))
    after = rest[len(cells) : len(cells) + 1]
    has_explanation = cells and after and isinstance(after[0], nodes.paragraph)
    return cells + after if has_explanation and not is_prediction(after[0]) else cells


def is_folded(node: nodes.Node) -> bool:
    is_cell = isinstance(node, nodes.container) and "cell" in node["classes"]
    return is_caption(node) or (is_cell and WIDGET not in node.astext())
