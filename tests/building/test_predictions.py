"""The answer to a prediction is folded on a page until the reader asks for it."""

import json
import re
from types import SimpleNamespace

import pytest
from book_site.text import going_further, guess_forms, predictions
from built_pages import soup_of
from conftest import ROOT
from docutils import nodes
from docutils.utils import new_document
from sphinx.errors import ExtensionError

CHAPTERS = sorted(path.stem for path in (ROOT / "book").glob("*.ipynb"))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_code_and_its_output_follow_a_prediction_in_a_fold(site, chapter):
    page = soup_of(site / "book" / f"{chapter}.html")
    questions = [p for p in page.select("article p:has(> strong:first-child)") if is_question(p)]
    assert questions or not chapter[0].isdigit()  # a side road need not ask
    for question in questions:
        siblings = question.find_next_siblings(limit=2)
        cells = [i for i, node in enumerate(siblings) if "cell" in node.get("class", [])]
        bare = [siblings[i] for i in cells if not siblings[i].select("[data-mh-widget]")]
        assert bare == [] or siblings[0].name == "details", question.text
    for answer in page.select(".mh-answer"):
        assert answer.summary.text == "Show what happens"
        assert answer.select(".cell")
        assert not answer.select("[data-mh-widget], .mh-answer")


def is_question(paragraph) -> bool:
    return bool(re.match(r"Predict(, then run)?[.:]", paragraph.text))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_what_can_be_guessed_stands_below_its_own_prompt(site, chapter):
    """Also where the prediction was moved, with its section, behind the core."""
    forms = soup_of(site / "book" / f"{chapter}.html").select(".mh-guess")
    guess_of_cell = dict(guess_forms.read_predictions(ROOT / "book" / f"{chapter}.ipynb"))
    assert {form["id"] for form in forms} == {f"predict-{cell}" for cell in guess_of_cell}
    for form in forms:
        guess = guess_of_cell[form["id"].removeprefix("predict-")]
        prompt = form.find_previous(lambda tag: tag.name == "p" and is_question(tag))
        last = prompt.find_next_sibling(["p", "form"])  # the prompt may go on for a paragraph
        question_text = plain(prompt.text + " " + last.text * (last.name == "p"))
        choices = [c for c, _ in guess.get("choices", [])]
        patterns = {c: ".*".join(map(plain, c.split())) for c in choices}
        assert [c for c, words in patterns.items() if not re.search(words, question_text)] == []


def plain(text: str) -> str:
    return re.sub(r"[\W_]", "", text).lower()


def test_a_link_to_a_claim_opens_its_answer(open_page, site):
    page = open_page("06-bugs-that-train-anyway")
    claim = page.locator(".mh-answer .mh-claim").first
    assert not claim.is_visible()
    page.evaluate("id => { location.hash = id; }", claim.get_attribute("id"))
    claim.wait_for()


def test_answers_are_open_without_script(open_page):
    page = open_page(CHAPTERS[0], java_script_enabled=False)
    cells = page.locator(".mh-answer .cell")
    assert cells.count() > 3
    assert all(cell.is_visible() for cell in cells.all())


def cell(output: str = "42") -> nodes.container:
    return nodes.container("", nodes.raw("", output, format="html"), classes=["cell"])


def words(text: str, bold: str = "") -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.strong("", bold), nodes.Text(text))


def folded(*inside: nodes.Node, format: str = "html") -> str:
    """Return a page by letters: q a question, c a cell, w a widget, p words.

    The fold is [ ], the frame around a question and its answer ( ).
    """
    doctree = new_document("page")
    doctree += nodes.section("", *inside)
    env = SimpleNamespace(doc2path=lambda docname: f"{docname}.md")
    app = SimpleNamespace(builder=SimpleNamespace(format=format), env=env)
    predictions.number(app, doctree)
    predictions.fold(app, doctree, "page")
    marks = {predictions.OPEN: "[", predictions.CLOSE: "]"}
    marks |= {predictions.FRAME: "(", predictions.FRAME_END: ")"}
    return "".join(marks.get(node.astext()) or letter(node) for node in doctree[0])


def letter(node: nodes.Node) -> str:
    if isinstance(node, nodes.container):
        return "w" if predictions.WIDGET in node.astext() else "c"
    return "q" if node.astext().startswith("Predict") else "p"


QUESTION, CAPTION, WIDGET = (
    words(" What is it?", "Predict."),
    words(" Two heads.", "Figure 1.2."),
    cell(f"<div {predictions.WIDGET}>"),
)


@pytest.mark.parametrize(
    ("inside", "shown"),
    [
        ([QUESTION, cell(), words("So."), words("More.")], "(q[cp])p"),
        ([QUESTION, words("It goes on."), cell(), cell(), words("So.")], "(qp[ccp])"),
        ([QUESTION, cell(), CAPTION, cell(), words("So.")], "(q[cpcp])"),
        ([QUESTION, WIDGET, words("So.")], "(q)wp"),
        ([QUESTION, cell(), WIDGET], "(q[c])w"),
        ([QUESTION, cell(), QUESTION, cell(), words("So.")], "(q[c])(q[cp])"),
        ([QUESTION, words("It goes on.")], "(q)p"),
        ([words("No question."), cell(), words("So.")], "pcp"),
    ],
)
def test_the_fold_holds_the_answer_and_nothing_that_is_tried_out_or_asked(inside, shown):
    assert folded(*(node.deepcopy() for node in inside)) == shown


def part(title: str, *inside: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", title), *inside, ids=[title.lower().replace(" ", "-")])


def test_a_prediction_that_is_moved_behind_the_core_keeps_its_number():
    mark = nodes.paragraph("", "", nodes.emphasis("", going_further.MARK))
    side, core = (part(name, QUESTION.deepcopy()) for name in ("Side", "Core"))
    side.insert(1, mark)
    doctree = new_document("page")
    doctree += part("Chapter", side, core, part("What we now know"))
    predictions.number(None, doctree)
    going_further.move_behind_core(None, doctree)
    questions = list(predictions.predictions(doctree))
    assert [(q.parent["ids"], q[predictions.NUMBER]) for q in questions] == [
        (["core"], 1),
        (["side"], 0),
    ]


def test_a_prediction_that_begins_no_paragraph_of_its_own_is_named_with_the_others(tmp_path):
    cells = [{"id": str(i), "metadata": {}, "cell_type": "markdown"} for i in range(2)]
    for notebook_cell in cells:
        notebook_cell["source"] = ["**Predict.** What is it?"]
    (tmp_path / "one.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")
    question = QUESTION.deepcopy()
    question.source, question.line = str(tmp_path / "one.ipynb"), 20_001
    page = nodes.document(None, None, "", nodes.section("", question), source=question.source)
    env = SimpleNamespace(doc2path=lambda docname: tmp_path / f"{docname}.ipynb")
    app = SimpleNamespace(srcdir=tmp_path, builder=SimpleNamespace(format="html"), env=env)
    predictions.number(app, page)
    with pytest.raises(ExtensionError, match=r"^one\.ipynb: 2 cells .* 1 .*one\.ipynb, cell 2"):
        predictions.fold(app, page, "one")


def test_only_pages_have_folds():
    assert folded(QUESTION.deepcopy(), cell(), words("So."), format="latex") == "qcp"
