"""Twelve questions, before the first chapter and after the last."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from accessibility import violations
from book_site.learners import twelve_questions
from built_pages import ids_of, soup_of
from conftest import ROOT
from page_server import serving
from playwright.sync_api import expect
from sphinx.errors import ExtensionError
from visits import FULL, OVERFLOW, Visit

PAGE = "book/twelve-questions.html"
QUESTIONS = twelve_questions.read_questions(ROOT)
# The question about each of the six answers of the home page.
ABOUT_ANSWER = {
    "A": "split",
    "B": "one-task",
    "C": "gradient",
    "D": "several",
    "E": "penalty",
    "F": "spare",
}
HOSTILE = "<img src=x onerror=document.title='ran'>"


def chapters() -> list[str]:
    """Return the chapter whose section answers each question."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted(ROOT.glob("book/[0-9]*.ipynb"))}
    return [
        next(name for name, text in texts.items() if f"({question['section']})=" in text)
        for question in QUESTIONS
    ]


# ---- The questions -----------------------------------------------------------------------------


def test_there_are_twelve_in_the_order_of_the_chapters():
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS) == 12
    assert chapters() == sorted(chapters())
    assert chapters()[0] == "01-self-attention"
    assert set(ABOUT_ANSWER.values()) < {question["id"] for question in QUESTIONS}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_a_question_has_one_right_choice_of_three(question):
    assert list(question["choices"]) == ["a", "b", "c"]
    assert len(set(question["choices"].values())) == 3
    assert question["right"] in question["choices"]
    assert question["question"].endswith("?")


def test_the_right_choice_stands_nowhere_more_often_than_elsewhere():
    counts = [sum(q["right"] == letter for q in QUESTIONS) for letter in "abc"]
    assert counts == [4, 4, 4]


def test_a_label_that_no_section_has_is_named():
    labels = SimpleNamespace(labels={})
    env = SimpleNamespace(get_domain=lambda name: labels)
    app = SimpleNamespace(env=env, srcdir=str(ROOT))
    with pytest.raises(ExtensionError, match=r"^book/twelve_questions\.toml:\d+: .*'ch02-task'"):
        twelve_questions.section_of(app, "book/twelve-questions", "ch02-task")


def test_what_a_question_says_is_escaped():
    place = dict.fromkeys(("chapter", "chapter-title", "section", "section-title"), "a & b?")
    question = QUESTIONS[0] | {"question": "1 < 2?", "choices": {"a": "<b>", "b": "&", "c": '"'}}
    html = twelve_questions.form([question], [place], ("x.html", "a & b"))
    html += twelve_questions.plain_list([question], [place])
    assert "1 &lt; 2?" in html
    assert "&lt;b&gt;" in html
    assert not re.search(r"&(?!\w+;)|<b>", html)


# ---- The page ----------------------------------------------------------------------------------


def test_each_answer_leads_to_a_section(site):
    fieldsets = soup_of(site / PAGE).select(".mh-twelve fieldset")
    assert len(fieldsets) == 12
    for fieldset, chapter in zip(fieldsets, chapters(), strict=True):
        page, _, id = fieldset["data-section"].partition("#")
        assert page == fieldset["data-chapter"] == f"{chapter}.html"
        assert id in ids_of(site / "book" / page)
        assert fieldset["data-chapter-title"].startswith(chapter[:2])


class Reader:
    """A reader in front of the twelve questions."""

    def __init__(self, page):
        self.page = page
        self.form, self.result = page.locator(".mh-twelve"), page.locator(".mh-twelve-result")

    def answer(self, right: int) -> None:
        """Answer the first ones right, the next one wrong, and know none of the others."""
        for i, fieldset in enumerate(self.form.locator("fieldset").all()):
            choice = "[data-right]" if i < right else ":not([data-right])"
            unknown = "[value=unknown]" if i > right else ""
            fieldset.locator(f"input{choice}{unknown}").first.check()

    def count(self) -> None:
        self.form.get_by_role("button", name="Count my answers").click()


@pytest.fixture
def served(open_served):
    return open_served(PAGE)


def test_the_first_time_suggests_a_chapter_and_gives_nothing_away(served):
    reader = Reader(served)
    reader.answer(3)
    reader.count()
    expect(reader.result.locator("p").first).to_have_text("You have 3 of 12 right.")
    link = reader.result.get_by_role("link")
    expect(link).to_have_count(1)
    expect(link).to_have_attribute("href", "05-same-input-different-gradients.html")
    expect(reader.form).to_be_hidden()
    text = reader.result.inner_text()
    for question in QUESTIONS:
        assert question["choices"][question["right"]] not in text
    served.reload()
    expect(reader.result.locator("p").first).to_have_text("You have 3 of 12 right.")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (3, 10, "You have 10 of 12 right, 7 more than the first time (3)."),
        (5, 5, "You have 5 of 12 right, as many as the first time."),
        (4, 1, "You have 1 of 12 right, 3 fewer than the first time (4)."),
    ],
)
def test_the_second_time_shows_the_gain_and_each_answer_with_its_place(served, before, after, said):
    reader = Reader(served)
    reader.answer(before)
    reader.count()
    reader.result.get_by_role("button", name="Answer them a second time").click()
    expect(reader.form.locator("input:checked")).to_have_count(0)
    reader.answer(after)
    reader.count()
    expect(reader.result.locator("p").first).to_have_text(said)
    items = reader.result.locator("li")
    for i, question in enumerate(QUESTIONS):
        expect(items.nth(i)).to_contain_text(question["choices"][question["right"]])
        signs = ["✓ right." if i < right else "✗ not right:" for right in (before, after)]
        expect(items.nth(i)).to_contain_text(f"First time: {signs[0]}")
        expect(items.nth(i)).to_contain_text(f"Now: {signs[1]}")
    expect(items.get_by_role("link")).to_have_count(12)
    items.get_by_role("link").first.click()
    assert re.search(r"/01-self-attention\.html#[\w-]+$", served.url)


def test_whoever_knows_all_is_led_to_the_last_chapter(served):
    reader = Reader(served)
    reader.answer(12)
    reader.count()
    expect(reader.result.locator("p").first).to_have_text("You have 12 of 12 right.")
    link = reader.result.get_by_role("link")
    expect(link).to_have_attribute("href", "21-what-to-take-away.html")


def test_whoever_comes_after_the_last_chapter_alone_is_shown_the_answers(served):
    served.evaluate("() => progress.write('finished/what-to-take-away', true)")
    reader = Reader(served)
    reader.answer(2)
    reader.count()
    expect(reader.result.locator("p").first).to_have_text("You have 2 of 12 right.")
    expect(reader.result.locator("li").first).to_contain_text("Your answer: ✓ right.")
    expect(reader.result.get_by_role("link")).to_have_count(12)


def test_a_draft_is_kept_and_a_question_without_an_answer_is_named(served):
    reader = Reader(served)
    fieldsets = reader.form.locator("fieldset")
    fieldsets.nth(0).locator("input").nth(1).check()
    served.reload()
    expect(fieldsets.nth(0).locator("input").nth(1)).to_be_checked()
    reader.count()
    expect(reader.form.get_by_role("status")).to_have_text("Question 2 has no answer yet.")
    expect(fieldsets.nth(1).locator("input").first).to_be_focused()
    expect(reader.form).to_be_visible()


def test_by_keyboard_alone_on_a_phone(browser, site):
    with Visit(browser, site / PAGE, width=320) as visit:
        page, reader = visit.page, Reader(visit.page)
        page.locator(".mh-twelve input").first.focus()
        for _ in QUESTIONS:
            page.keyboard.press("Space")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Count my answers")).to_be_focused()
        page.keyboard.press("Enter")
        expect(reader.result).to_be_focused()
        right = sum(question["right"] == "b" for question in QUESTIONS)
        expect(reader.result.locator("p").first).to_have_text(f"You have {right} of 12 right.")
        assert page.evaluate(OVERFLOW) <= 0
        reader.result.get_by_role("button").click()
        reader.answer(7)
        reader.count()
        for state in (("light", 1280), ("dark", 1280), ("light", 360)):
            visit.change(*state)
            assert violations(page, *state) == []
        assert visit.troubles == []


def test_a_full_storage_loses_nothing_on_the_page_and_is_said(browser, site):
    with Visit(browser, site / PAGE) as visit:
        visit.page.add_init_script(FULL)
        visit.page.reload()
        reader = Reader(visit.page)
        reader.answer(4)
        reader.count()
        expect(reader.result.locator("p").first).to_have_text("You have 4 of 12 right.")
        expect(reader.result).to_contain_text("note the result before you leave")


@pytest.mark.parametrize(
    "kept",
    [HOSTILE, 3, [], {"before": HOSTILE}, {"draft": [1]}, {"after": None, "before": None}],
    ids=str,
)
def test_what_is_damaged_is_as_if_it_were_not_there(served, kept):
    served.evaluate("kept => progress.write('questions/twelve', kept)", kept)
    served.reload()
    reader = Reader(served)
    expect(reader.form).to_be_visible()
    reader.answer(6)
    reader.count()
    expect(reader.result.locator("p").first).to_have_text("You have 6 of 12 right.")
    assert served.locator("img[src=x]").count() == 0


def test_hostile_answers_are_wrong_and_not_shown(served):
    ids = [question["id"] for question in QUESTIONS]
    answers = dict.fromkeys(ids, HOSTILE) | {ids[0]: {"toString": 1}, "__proto__": 1}
    served.evaluate(
        "given => progress.write('questions/twelve', { before: given, after: given })", answers
    )
    served.reload()
    expect(Reader(served).result.locator("p").first).to_contain_text("You have 0 of 12 right")
    assert served.locator("img[src=x]").count() == 0
    assert "onerror" not in Reader(served).result.inner_text()


def test_without_a_script_the_questions_can_be_read_and_lead_to_their_answers(open_page, site):
    page = open_page("twelve-questions", java_script_enabled=False)
    expect(
        page.get_by_text("On paper and without JavaScript, this page can neither")
    ).to_be_visible()
    links = page.locator(".mh-twelve-plain li a")
    expect(links).to_have_count(12)
    expect(links.last).to_be_visible()
    expect(page.locator(".mh-twelve")).to_be_hidden()
    page = open_page("twelve-questions")
    expect(page.locator(".mh-twelve-plain")).to_be_hidden()


ANSWER = """() => {
  for (const input of document.querySelectorAll(".mh-twelve [data-right]")) input.click();
  document.querySelector(".mh-twelve button").click();
}"""
SAID = "() => document.querySelector('.mh-twelve-result p')?.textContent"
WEBKIT = pytest.param("webkit", marks=pytest.mark.long)


@pytest.mark.parametrize("window", ["firefox", WEBKIT], indirect=True)
def test_they_are_counted_and_kept_in_every_browser(window, site: Path):
    with serving(site) as address:
        window.go(f"{address}/{PAGE}")
        window.ask(ANSWER)
        window.wait_for(f"() => ({SAID})() === 'You have 12 of 12 right.'")
        window.go(f"{address}/{PAGE}")
        window.wait_for(f"() => ({SAID})() === 'You have 12 of 12 right.'")
        assert window.ask("() => wentWrong") == []
