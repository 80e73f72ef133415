"""Twelve questions, asked before the first chapter and after the last.

`book/twelve_questions.toml` has them, each with the label of the section that answers it.
``{twelve-questions}`` is their form, and without a script, and on paper, their list with links to
these sections. `progress/twelve_questions.js` counts what was right, suggests where to begin and
shows what was gained.
"""

import tomllib
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book_site.building.source_location import of_words
from book_site.text.guess_forms import UNHIDE
from book_site.text.quoted_claims import LAST_CHAPTER

FILE = "book/twelve_questions.toml"
PLACE = "mh-twelve-place"
UNKNOWN = ("unknown", "I do not know yet.")


class TwelveQuestions(Directive):
    """``{twelve-questions}``: the form."""

    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        env.note_dependency(str(Path(env.srcdir, FILE)))
        return [nodes.container(classes=[PLACE])]


def read_questions(root: Path) -> list[dict[str, Any]]:
    return tomllib.loads((root / FILE).read_text("utf-8"))["questions"]


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the form into a page that asks for it."""
    for place in [c for c in doctree.findall(nodes.container) if PLACE in c["classes"]]:
        questions = read_questions(Path(app.srcdir))
        places = [section_of(app, docname, question["section"]) for question in questions]
        last = f"book/{LAST_CHAPTER}"
        end = (app.builder.get_relative_uri(docname, last), app.env.titles[last].astext())
        html = plain_list(questions, places) + form(questions, places, end)
        place.parent[place.parent.index(place)] = nodes.raw("", html, format="html")


def section_of(app: Sphinx, docname: str, label: str) -> dict[str, str]:
    """Return address and title of the section that answers a question, and of its chapter."""
    labels = app.env.get_domain("std").labels
    if label not in labels:
        text = Path(app.srcdir, FILE).read_text("utf-8")
        raise ExtensionError(f"{of_words(FILE, text, label)}: no section has the label {label!r}")
    page, id, title = labels[label]
    uri = app.builder.get_relative_uri(docname, page)
    return {
        "chapter": uri,
        "chapter-title": app.env.titles[page].astext(),
        "section": f"{uri}#{id}",
        "section-title": title,
    }


def plain_list(questions: list[dict[str, Any]], places: list[dict[str, str]]) -> str:
    items = ""
    for question, place in zip(questions, places, strict=True):
        title = place["section-title"]
        link = f'<a href="{escape(place["section"])}">{escape(title)}</a>{"." * (title[-1] != "?")}'
        items += f"<li>{escape(question['question'])} Answered in {link}</li>"
    return (
        '<div class="mh-twelve-plain"><p>On paper and without JavaScript, this page can neither '
        "count your answers nor keep them. Here are the questions, and where each is answered.</p>"
        f"<ol>{items}</ol></div>"
    )


def form(
    questions: list[dict[str, Any]], places: list[dict[str, str]], end: tuple[str, str]
) -> str:
    fieldsets = "".join(
        fieldset(i, question, place)
        for i, (question, place) in enumerate(zip(questions, places, strict=True), start=1)
    )
    uri, title = end
    return (
        f'<form class="mh-twelve" data-end="{escape(uri)}" data-end-title="{escape(title)}" hidden>'
        f"{UNHIDE}{fieldsets}<button>Count my answers</button>"
        '<p role="status"></p></form><div class="mh-twelve-result"></div>'
    )


def fieldset(i: int, question: dict[str, Any], place: dict[str, str]) -> str:
    data = "".join(f' data-{name}="{escape(text)}"' for name, text in place.items())
    choices = "".join(
        f'<label><input type="radio" name="{question["id"]}" value="{letter}"'
        f"{' data-right' * (letter == question['right'])}> <span>{escape(text)}</span></label>"
        for letter, text in [*question["choices"].items(), UNKNOWN]
    )
    return (
        f"<fieldset{data}><legend>{i}. <span>{escape(question['question'])}</span></legend>"
        f"{choices}</fieldset>"
    )
