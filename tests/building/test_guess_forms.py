"""What can be guessed at each prediction: every chapter says it, and a page makes a form of it."""

import copy
import json
import re

import pytest
from book_site.text import guess_forms
from bs4 import BeautifulSoup
from conftest import ROOT
from docutils import nodes
from docutils.utils import new_document

from tools.authors import new_chapter

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
CHOICES = {
    "right": "only water",
    "choices": [["only water", "It is an average."], ["both", "Taking sounds like adding."]],
}
NUMBER = {"number": 3, "tolerance": 0.5, "near": "It is so.", "less": "Three.", "more": "Three."}
PROMPT = "**Predict.** Does *only water* grow, or both?"


def prompts(notebook) -> list[str]:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    texts = ("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return [text[text.index("**Predict") :] for text in texts if "**Predict" in text]


def problems_of(prompt: str, guess: dict | None) -> list[str]:
    """List what a prediction lacks; that its prompt has its choices, `test_predictions.py` sees."""
    if not guess:
        return ["no choices and no number"]
    kind = CHOICES if "choices" in guess else NUMBER
    problems = [f"keys {sorted(guess)}"] * (guess.keys() - {"ask"} != kind.keys())
    choices = dict(guess.get("choices", []))
    problems += ["one choice"] * (kind is CHOICES and len(choices) < 2)
    problems += ["what is right is no choice"] * (kind is CHOICES and guess["right"] not in choices)
    lines = [*choices.values(), *(guess[k] for k in ("near", "less", "more") if k in guess)]
    problems += ["no line" for line in lines if not line.split()]
    return problems + ["asks twice"] * (prompt.count("**Predict") != 1)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_every_prediction_can_be_answered(chapter):
    predictions = guess_forms.read_predictions(chapter)
    assert predictions or not chapter.stem[0].isdigit()  # a side road need not ask
    prompts_and_predictions = zip(prompts(chapter), predictions, strict=True)
    problems = {cell: problems_of(text, guess) for text, (cell, guess) in prompts_and_predictions}
    assert {cell: p for cell, p in problems.items() if p} == {}


@pytest.mark.parametrize(
    ("prompt", "change", "problem"),
    [
        (PROMPT, {}, None),
        (PROMPT, {"choices": [["only water", "So."]]}, "one choice"),
        (PROMPT, {"right": "money"}, "what is right"),
        (PROMPT, {"choices": [["only water", ""], ["both", "So."]]}, "no line"),
        (PROMPT + " **Predict.** And?", {}, "asks twice"),
        (PROMPT, {"hint": "Look."}, "keys"),
    ],
)
def test_a_prediction_that_cannot_be_answered_is_found(prompt, change, problem):
    problems = problems_of(prompt, CHOICES | change)
    assert (problems == []) if problem is None else problems[0].startswith(problem)


def test_a_new_chapter_begins_with_a_prediction_that_can_be_answered():
    (cell,) = (c for c in new_chapter.skeleton("20", "A").cells if "**Predict" in c.source)
    assert problems_of(cell.source, cell.metadata.predict) == []
    buttons = guess_forms.guess_form("20-a", "cell", cell.metadata.predict).astext()
    assert re.findall(r"([^<>]+)</button>", buttons) == ["0", "one half", "1"]


def test_choices_that_are_no_pairs_name_their_cell():
    with pytest.raises(TypeError, match="20-a, cell ch20-5"):
        guess_forms.guess_form(
            "20-a", "ch20-5", {"right": "1", "choices": {"0": "No.", "1": "Yes."}}
        )


def test_a_number_has_all_its_lines():
    assert problems_of(PROMPT, NUMBER) == []
    for key in ("tolerance", "near", "less"):
        assert problems_of(PROMPT, {k: v for k, v in NUMBER.items() if k != key})
    assert problems_of(PROMPT, None) == ["no choices and no number"]


HOSTILE = '"><img src=x onerror=alert(1)>'
SHOWN = HOSTILE.replace('"', "“")


@pytest.mark.parametrize("guess", [CHOICES, NUMBER])
def test_a_form_shows_text_as_text_and_names_what_it_asks(guess):
    guess = copy.deepcopy(guess) | {"ask": HOSTILE}
    if "choices" in guess:
        guess["choices"].append([HOSTILE, HOSTILE])
    else:
        guess["near"] = HOSTILE
    page = BeautifulSoup(guess_forms.guess_form("07-a-b", "cell-1", guess).astext(), "html.parser")
    form = page.form
    assert form["id"] == "predict-cell-1"
    assert form["data-guess"] == "a-b/cell-1"
    assert form.has_attr("hidden")
    assert form.legend.text == SHOWN
    assert not page.select("img")
    lines = [tag[name] for tag in form.select("*") for name in tag.attrs if name.startswith("data")]
    assert SHOWN in lines


def test_the_right_choice_is_marked_and_no_other():
    page = BeautifulSoup(guess_forms.guess_form("01-a", "c", CHOICES).astext(), "html.parser")
    assert [b.text for b in page.select("button")] == ["only water", "both"]
    assert [b.text for b in page.select("[data-right]")] == ["only water"]


def section(*inside: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", inside[0]), *inside[1:])


@pytest.mark.parametrize(
    ("titles", "place"), [(["What we know", "Exercises", "To read on"], 2), (["What we know"], 2)]
)
def test_the_sum_stands_before_the_exercises_or_at_the_end(titles, place):
    doctree = new_document("page")
    doctree += section("Chapter", *map(section, titles))
    guess_forms.add_score(doctree, "review.html")
    score = '<div class="mh-foreseen" data-review="review.html" hidden></div>'
    assert [i for i, node in enumerate(doctree[0]) if node.astext() == score] == [place]


def test_a_book_without_a_page_for_review_has_no_link_to_it():
    doctree = new_document("page")
    doctree += section("Chapter")
    guess_forms.add_score(doctree, None)
    assert doctree[0][-1].astext() == '<div class="mh-foreseen" hidden></div>'
