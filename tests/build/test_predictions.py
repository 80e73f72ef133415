"""The answer to a prediction is folded on a page until the reader asks for it."""

import re

import pytest
from built_pages import soup_of
from conftest import ROOT

CHAPTERS = sorted(path.stem for path in (ROOT / "book").glob("*.ipynb"))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_code_and_its_output_follow_a_prediction_in_a_fold(site, chapter):
    page = soup_of(site / "book" / f"{chapter}.html")
    asked = [p for p in page.select("article p:has(> strong:first-child)") if is_question(p)]
    assert asked
    for question in asked:
        after = question.find_next_siblings(limit=2)
        cells = [i for i, node in enumerate(after) if "cell" in node.get("class", [])]
        bare = [after[i] for i in cells if not after[i].select("[data-mh-widget]")]
        assert bare == [] or after[0].name == "details", question.text
    for answer in page.select(".mh-answer"):
        assert answer.summary.text == "Show what happens"
        assert answer.select(".cell")
        assert not answer.select("[data-mh-widget], .mh-answer")


def is_question(paragraph) -> bool:
    return bool(re.match(r"Predict(, then run)?[.:]", paragraph.text))


def test_an_answer_opens_by_keyboard(open_page):
    page = open_page(CHAPTERS[0])
    answer = page.locator(".mh-answer").first
    assert not answer.locator(".cell").first.is_visible()
    answer.locator("summary").press("Enter")
    answer.locator(".cell").first.wait_for()


def test_a_link_to_a_claim_opens_its_answer(open_page, site):
    page = open_page("13-bugs-that-train-anyway")
    claim = page.locator(".mh-answer .mh-claim").first
    assert not claim.is_visible()
    page.evaluate("id => { location.hash = id; }", claim.get_attribute("id"))
    claim.wait_for()


def test_answers_are_open_without_script(open_page):
    page = open_page(CHAPTERS[0], java_script_enabled=False)
    cells = page.locator(".mh-answer .cell")
    assert cells.count() > 3
    assert all(cell.is_visible() for cell in cells.all())
