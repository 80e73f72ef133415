"""The page on which missed predictions and exercises by hand come again, and where all are listed.

``{review} today`` is the place of what comes again today, ``{review} predictions`` lists every
prediction of the course and ``{review} exercises`` every exercise by hand. The question and the
form of a prediction stand beside its link in a template, which no browser shows by itself;
`progress/review_page.js` does. What comes again when, `progress/review.js` says.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from book_site.learners.exercise_notebooks import is_exercise_page
from book_site.learners.exercises_by_hand import exercise_sections, keys_by_name, storage_key
from book_site.search.search_records import inline_text
from book_site.text import guess_forms
from book_site.text.predictions import NUMBER, answer_to, predictions, whole_question

PLACE = "mh-review-place"
TODAY = """<p class="mh-unscripted">On paper and without JavaScript, this page does not know your
predictions and answers, so nothing comes again here. The lists below lead to all of them.</p>
<div class="mh-review"><p role="status">&nbsp;</p><ol hidden></ol></div>"""
LONGEST = 90  # letters of a question in a list
LINKS = (pending_xref, nodes.reference)


class Review(Directive):
    """``{review} today``, ``{review} predictions`` or ``{review} exercises``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        if self.arguments[0] not in LISTS:
            raise self.error(f"{self.arguments[0]!r} is none of {', '.join(LISTS)}")
        env = self.state.document.settings.env
        for pattern in ("book/*.ipynb", "book/exercises/*.md", "exercises/*/*/*.*"):
            for path in Path(env.srcdir).glob(pattern):
                env.note_dependency(str(path))
        return [nodes.container(classes=[PLACE], shows=self.arguments[0])]


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put into a page what it asks for."""
    for place in [c for c in doctree.findall(nodes.container) if PLACE in c["classes"]]:
        shown = LISTS[place["shows"]](app, docname) if app.builder.name == "html" else []
        index = place.parent.index(place)
        place.parent[index : index + 1] = shown


def today(app: Sphinx, docname: str) -> list[nodes.Node]:
    return [nodes.raw("", TODAY, format="html")]


def all_predictions(app: Sphinx, docname: str) -> list[nodes.Node]:
    """List the predictions of each chapter in a fold of its own."""
    parts: list[nodes.Node] = []
    for chapter in pages_in_order(app):
        source = Path(app.env.doc2path(chapter))
        if source.suffix != ".ipynb":
            continue
        doctree = app.env.get_doctree(chapter)
        questions = sorted(predictions(doctree), key=lambda question: question[NUMBER])
        guesses = guess_forms.read_predictions(source)
        uri = app.builder.get_relative_uri(docname, chapter)
        title = escape(app.env.titles[chapter].astext())
        items = [
            node
            for question, (cell, guess) in zip(questions, guesses, strict=True)
            if guess
            for node in prediction(question, source.stem, cell, guess, f"{uri}#predict-{cell}")
        ]
        if items:
            start = f'<details class="mh-predictions"><summary>{title}</summary><ul>'
            parts += [raw(start), *items, raw("</ul></details>")]
    count = sum("data-review" in part.astext() for part in parts)
    return [raw(f'<p class="mh-counts">{count} predictions.</p>'), *parts]


def prediction(
    question: nodes.paragraph, chapter: str, cell: str, guess: dict, address: str
) -> Iterator[nodes.Node]:
    """Give a prediction as an item of a list: its link, its question and its form."""
    yield raw(
        f'<li data-review="review/{guess_forms.stored_name(chapter, cell)}" data-minutes="1">'
        f'<a href="{address}">{escape(beginning(question))}</a><template>'
    )
    # What follows a question that no cell answers is no part of it.
    for paragraph in whole_question(question) if answer_to(question) else [question]:
        yield without_links(paragraph)
    yield raw(
        f'<form class="mh-guess" {guess_forms.form_parts(chapter, cell, guess)}</template></li>'
    )


def beginning(question: nodes.paragraph) -> str:
    """Return what a question begins with, in whole words."""
    words = " ".join("".join(inline_text(question)).split())
    text = words.partition(". ")[2]  # behind "Predict." or "Predict, then run."
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …"


def without_links(paragraph: nodes.paragraph) -> nodes.paragraph:
    """Copy a paragraph of another page, from which its links would lead astray."""
    copy = paragraph.deepcopy()
    copy["ids"] = copy["names"] = []
    for link in list(copy.findall(lambda node: isinstance(node, LINKS))):
        link.replace_self(link.children)
    return copy


def exercises(app: Sphinx, docname: str) -> list[nodes.Node]:
    """List the exercises by hand."""
    items = ""
    for page in filter(is_exercise_page, pages_in_order(app)):
        uri = app.builder.get_relative_uri(docname, page)
        for name, section in exercise_sections(app.env.get_doctree(page)).items():
            key = keys_by_name(Path(app.srcdir)).get(name)
            if key and key["by_hand"]:
                items += exercise(page, name, section, f"{uri}#{section['ids'][0]}")
    return [raw(f"<ul>{items}</ul>")]


def exercise(page: str, name: str, section: nodes.section, address: str) -> str:
    """Give an exercise as an item of a list, with the minutes that it takes a second time."""
    stored = storage_key(page, name).replace("answer/", "review/", 1)
    title = escape(section.next_node(nodes.title).astext())
    return (
        f'<li data-review="{stored}" data-minutes="4"><a href="{address}">{title}</a> '
        f"(chapter {page.rpartition('/')[2][:2]})</li>"
    )


def pages_in_order(app: Sphinx) -> list[str]:
    """Return the names of all pages in the order of the contents."""
    order = [app.config.root_doc]
    for page in order:
        order += app.env.toctree_includes.get(page, [])
    return order


def raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


LISTS = {"today": today, "predictions": all_predictions, "exercises": exercises}
