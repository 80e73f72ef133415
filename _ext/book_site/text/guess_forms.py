"""Where a reader guesses: buttons or a field below a prediction, and the sum at a chapter's end.

What can be guessed stands in the metadata of the prediction's cell, under `predict`: `choices`,
each with its line, and which of them is `right`; or a `number`, its `tolerance`, and a line for a
guess that is `near`, `less` or `more`. `ask` names what is guessed if the prompt asks for more.
Without script and on paper nothing of it shows; `learners/progress/guesses.js` does the rest.
"""

import json
import re
from html import escape
from pathlib import Path

from docutils import nodes

from book_site.building.typography import curly_guess

UNHIDE = "<script>document.currentScript.parentElement.hidden = false</script>"
SCORE = '<div class="mh-foreseen"{} hidden></div>'
NUMBERED = re.compile(r"^\d+-")


def read_predictions(notebook: Path) -> list[tuple[str, dict | None]]:
    """List the predictions of a chapter: the ids of their cells, and what can be guessed."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    prompts = (
        c for c in cells if c["cell_type"] == "markdown" and "**Predict" in "".join(c["source"])
    )
    return [(cell["id"], cell["metadata"].get("predict")) for cell in prompts]


def guess_form(chapter: str, cell: str, guess: dict) -> nodes.raw:
    """Return the form of a prediction, which only a script shows."""
    attributes = f'class="mh-guess" id="predict-{cell}"'
    form = f"<form {attributes} {form_parts(chapter, cell, guess, UNHIDE)}"
    return nodes.raw("", form, format="html")


def form_parts(chapter: str, cell: str, guess: dict, unhide: str = "") -> str:
    """Return a form from its name on, which is that under which the guess is kept."""
    if isinstance(guess.get("choices"), dict):
        raise TypeError(
            f"{chapter}, cell {cell}: `choices` of `predict` is a mapping; "
            'use a list of pairs: [["one half", "Why it is so."], …]'
        )
    guess = curly_guess(guess)
    controls = choice_buttons(guess) if "choices" in guess else number_field(guess)
    question = escape(guess.get("ask", "Your guess"))
    return (
        f'data-guess="{stored_name(chapter, cell)}"{" hidden" * bool(unhide)}>{unhide}'
        f'<fieldset><legend>{question}</legend>{controls}</fieldset><p role="status"></p></form>'
    )


def stored_name(chapter: str, cell: str) -> str:
    return f"{NUMBERED.sub('', chapter)}/{cell}"


def choice_buttons(guess: dict) -> str:
    return "".join(
        f'<button type="button" aria-pressed="false" data-line="{escape(line)}"'
        f"{' data-right' * (choice == guess['right'])}>{escape(choice)}</button>"
        for choice, line in guess["choices"]
    )


def number_field(guess: dict) -> str:
    names = ("number", "tolerance", "near", "less", "more")
    attributes = " ".join(f'data-{name}="{escape(str(guess[name]))}"' for name in names)
    question = escape(guess.get("ask", "Your guess"))
    return (
        f'<input aria-label="{question}, a number" inputmode="decimal" autocomplete="off" '
        f'maxlength="12" {attributes}><button>Guess</button>'
    )


def add_score(doctree: nodes.document, review: str | None) -> None:
    """Put the place of the sum before the exercises, or else at the end.

    `review` is the address of the page on which missed predictions come again, if there is one.
    """
    sections = list(doctree.findall(nodes.section))
    exercises = next(
        (s for s in sections if s.next_node(nodes.title).astext() == "Exercises"), None
    )
    link = f' data-review="{escape(review)}"' if review else ""
    score = nodes.raw("", SCORE.format(link), format="html")
    if exercises is None:
        sections[0].append(score)
    else:
        exercises.parent.insert(exercises.parent.index(exercises), score)
