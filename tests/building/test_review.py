"""The page on which missed predictions and exercises by hand come again, on a clock of our own."""

import json
import re
from datetime import datetime, timedelta

import pytest
from accessibility import violations
from book_site.learners import review
from book_site.text import guess_forms
from bs4.element import TemplateString
from built_pages import ids_of, soup_of
from conftest import ROOT
from exercise_sources import BY_HAND
from multihead.exercises import folders
from page_server import serving
from playwright.sync_api import expect
from visits import BLOCKED, OVERFLOW, Visit

PAGE = "book/review.html"
CHAPTER = "book/01-self-attention.html"
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
START = datetime(2026, 11, 3, 21)  # in the evening: days are counted, not hours
NOT_KEPT = "Your browser keeps nothing for this site, so nothing that you do here can come again."
NOTHING = "Nothing is waiting. What you miss comes again here two days later."


@pytest.fixture(scope="module")
def soup(site):
    return soup_of(site / PAGE)


# ---- What the page lists -----------------------------------------------------------------------


def test_every_prediction_is_listed_and_its_link_leads_to_it(site, soup):
    cells = {
        f"review/{guess_forms.stored_name(path.stem, cell)}": f"{path.stem}.html#predict-{cell}"
        for path in NOTEBOOKS
        for cell, guess in guess_forms.read_predictions(path)
        if guess
    }
    items = soup.select(".mh-predictions li[data-review]")
    assert {item["data-review"]: item.a["href"] for item in items} == cells
    for item in items:
        page, _, id = item.a["href"].partition("#")
        assert id in ids_of(site / "book" / page)
        assert len(item.a.text) > 10


def test_each_chapter_has_a_fold_of_its_own(soup):
    folds = soup.select("#your-predictions > details.mh-predictions")
    titles = [fold.summary.text for fold in folds]
    assert titles[0] == "01 Self-attention"
    assert len(titles) == len(NOTEBOOKS) - 1  # one side road asks nothing
    assert all(fold.select("ul > li > template > form.mh-guess") for fold in folds)


def test_every_exercise_by_hand_is_listed(site, soup):
    items = soup.select("#exercises-by-hand li[data-review]")
    assert sorted(item["data-review"].split("/")[-1] for item in items) == sorted(BY_HAND)
    for item in items:
        page, _, id = item.a["href"].partition("#")
        assert id in ids_of(site / "book" / page)
        assert re.search(r"\(chapter \d\d\)", item.text)


def test_a_question_comes_without_links_and_without_its_answer(site, soup):
    for item in soup.select(".mh-predictions li"):
        question, form = item.template.select("p:not([role])"), item.template.form
        texts = [p.get_text(types=[TemplateString]) for p in question]
        assert texts[0].startswith("Predict"), item.a.text
        assert item.template.select("a, script, [id]") == []
        page, _, id = item.a["href"].partition("#")
        asked = soup_of(site / "book" / page).find(id=id).find_parent(class_="mh-predict")
        asked_texts = map(without_notes, asked.find_all("p", recursive=False))
        assert texts == list(asked_texts)[: len(texts)]
        assert form["data-guess"] == item["data-review"].removeprefix("review/")


def without_notes(paragraph) -> str:
    """Return the text of a paragraph without the notes in its margin."""
    notes = {id(text) for note in paragraph.select(".mh-definition") for text in note.strings}
    return "".join(text for text in paragraph.strings if id(text) not in notes)


def test_a_list_that_is_not_known_is_named():
    directive = review.Review.__new__(review.Review)
    directive.arguments, directive.error = ["all"], ValueError
    with pytest.raises(ValueError, match="'all' is none of today, predictions, exercises"):
        directive.run()


# ---- What comes again --------------------------------------------------------------------------


class Reader:
    """A reader with one browser, whose clock we set."""

    def __init__(self, context, address: str):
        self.page, self.address, self.troubles = context.new_page(), address, []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.go_to(START)

    def go_to(self, time: datetime) -> None:
        self.page.clock.set_fixed_time(time)

    def after(self, days: int) -> None:
        self.go_to(START + timedelta(days=days))

    def open(self, page: str = PAGE) -> None:
        self.page.goto(f"{self.address}/{page}")

    @property
    def status(self):
        return self.page.locator(".mh-review > [role=status]")

    @property
    def items(self):
        return self.page.locator(".mh-review > ol > li")

    def keep(self, **kept) -> None:
        """Write what an earlier visit kept; `__` stands for the slash of a name."""
        self.page.evaluate(
            "kept => { for (const [name, value] of kept) progress.write(name, value); }",
            [[name, value] for name, value in kept.items()],
        )

    def miss(self, number: int) -> None:
        """Keep a wrong guess at each of the first predictions with choices, as before 2026-11."""
        self.page.evaluate(
            """number => {
              for (const { content } of [...document.querySelectorAll(
                ".mh-predictions template")].filter(({ content }) =>
                  content.querySelector("[aria-pressed]")).slice(0, number)) {
                const wrong = content.querySelector("[aria-pressed]:not([data-right])");
                progress.write(`guess/${content.querySelector("form").dataset.guess}`,
                  wrong.textContent);
              }
            }""",
            number,
        )

    def answer(self, item, *, right: bool) -> None:
        kind = "[data-right]" if right else "[aria-pressed]:not([data-right])"
        item.locator(f"button{kind}").first.click()


@pytest.fixture
def reader(browser, site):
    with serving(site) as address, browser.new_context() as context:
        reader = Reader(context, address)
        yield reader
        assert reader.troubles == []


def test_a_missed_prediction_comes_again_after_2_10_and_30_days(reader):
    reader.open(CHAPTER)
    form = reader.page.locator(".mh-guess").first
    form.get_by_role("button", name="both").click()
    form.get_by_role("button", name="water").click()  # the second one changes nothing
    reader.open()
    expect(reader.status).to_have_text(
        "Nothing more today. The next comes again on 5 November 2026."
    )
    expect(reader.items).to_have_count(0)
    day = 0
    for wait, said in ((2, "in 10 days."), (10, "in 30 days."), (30, "does not come again.")):
        reader.after(day + wait - 1)
        reader.open()
        expect(reader.items).to_have_count(0)
        day += wait
        reader.after(day)
        reader.open()
        expect(reader.status).to_have_text("Today: 1 question, about 1 minute.")
        item = reader.items.first
        expect(item).to_contain_text("Which of these two entries grows")
        reader.answer(item, right=True)
        expect(item.get_by_role("status")).to_contain_text("You said water, which is right.")
        expect(item).to_contain_text(said)
        reader.answer(item, right=False)
        expect(item.get_by_role("status")).to_contain_text("Then you said")
    expect(reader.status).to_have_text(NOTHING)
    item.get_by_role("link", name="01 Self-attention").click()
    said = reader.page.locator(".mh-guess [role=status]").first
    expect(said).to_contain_text("You said both.")  # the first guess stays


def test_a_day_has_five_minutes_the_oldest_first(reader):
    reader.open()
    reader.keep(**{"answer/money-bank/bank_output": {"result": "right"}})
    reader.miss(9)
    reader.keep(**{"review/money-bank/bank_output": {"step": 1, "due": 20000}})
    reader.page.reload()
    expect(reader.items).to_have_count(2)  # an exercise takes four minutes of the five
    expect(reader.items.first).to_contain_text("From two heads to one row by hand")
    waiting = "Today: 2 questions, about 5 minutes. 8 more can wait until tomorrow."
    expect(reader.status).to_have_text(waiting)
    reader.answer(reader.items.nth(1), right=True)
    expect(reader.items.nth(1)).to_contain_text("It comes again in 10 days.")
    reader.page.reload()
    expect(reader.items).to_have_count(1)  # no other took the place of the one that was answered
    reader.keep(**{"review/money-bank/bank_output": {"step": 3}})
    reader.page.reload()
    for left in (3, 2, 1, 0):
        reader.answer(reader.items.first, right=True)
        reader.page.reload()
        expect(reader.items).to_have_count(left)
    expect(reader.status).to_have_text("That is all for today. 4 questions can wait.")
    reader.after(1)
    reader.page.reload()
    expect(reader.items).to_have_count(4)


def test_an_exercise_comes_again_with_other_numbers(reader):
    reader.open()
    by_seed = {
        seed: folders.load("bank_output").reference(*case.values()).ravel().tolist()
        for seed in (3, 4)
        for case in [folders.variant(folders.load("bank_output"), seed)]
    }
    texts = [str(number) for number in by_seed[3]]
    answer = {"seed": "3", "texts": texts, "result": "right", "section": "x"}
    reader.keep(**{"answer/money-bank/bank_output": answer})
    reader.page.reload()
    expect(reader.items).to_have_count(1)
    reader.items.get_by_role("link").click()
    section = reader.page.locator("section:has(> #exercise-bank-output)")
    fields = section.locator(".mh-by-hand input")
    expect(section.get_by_role("status")).to_contain_text("those of seed 4.")
    expect(fields.first).to_have_value("")
    assert "again" not in reader.page.url
    for field, number in zip(fields.all(), by_seed[4], strict=True):
        field.fill(str(number))
    section.get_by_role("button", name="Check").click()
    expect(section.get_by_role("status")).to_contain_text("Right.")
    reader.page.reload()  # the numbers stay
    expect(fields.first).to_have_value(str(by_seed[4][0]))
    reader.open()
    expect(reader.status).to_have_text(
        "Nothing more today. The next comes again on 13 November 2026."
    )


def test_a_file_of_an_older_version_is_read_and_what_was_missed_comes_again(reader):
    kept = {"guess/self-attention/15977e77": "both", "finished/self-attention": True}
    file = json.dumps({"format": "many-heads, what I did, 1", "kept": kept}).encode()
    reader.open("index.html")
    field = reader.page.locator(".mh-progress input")
    field.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": file})
    expect(reader.page.locator(".mh-progress [role=status]")).to_contain_text("Read back: 2.")
    reader.open()
    expect(reader.items).to_have_count(1)


def test_a_clock_that_is_wrong_for_a_while_loses_nothing_and_multiplies_nothing(reader):
    reader.after(4000)
    reader.open(CHAPTER)
    reader.page.locator(".mh-guess").first.get_by_role("button", name="both").click()
    for days, count in ((0, 0), (2, 1), (-9000, 0), (2, 1), (3, 1)):
        reader.after(days)
        reader.open()
        expect(reader.items).to_have_count(count)
    reader.answer(reader.items.first, right=True)
    reader.after(13)
    reader.open()
    expect(reader.items).to_have_count(1)


def test_right_wrong_and_not_made_are_counted_apart_and_marked_in_words(reader):
    reader.open()
    everything = reader.page.locator(".mh-predictions li").count()
    reader.miss(2)
    reader.keep(**{"guess/self-attention/c7e1be99": "<img src=x>"})
    water = {"guess/self-attention/15977e77": "water", "guess/x/y": 3}
    reader.keep(**water)
    reader.page.reload()
    counts = reader.page.locator(".mh-counts")
    expect(counts).to_have_text(
        f"{everything} predictions: ✓ 1 right, ✗ 0 wrong, – {everything - 1} not made."
    )
    fold = reader.page.locator(".mh-predictions").first
    expect(fold.locator("summary")).to_contain_text("✓ 1 right, ✗ 0 wrong, – 8 not made")
    fold.locator("summary").press("Enter")
    expect(fold.locator("li").first).to_contain_text("✓ right")
    expect(fold.locator("li").nth(1)).to_contain_text("– not made")
    assert reader.page.locator("img[src=x]").count() == 0


# ---- In the browser ----------------------------------------------------------------------------


def test_by_keyboard_on_a_phone_in_light_and_dark(browser, site):
    with Visit(browser, site / PAGE, width=320) as visit:
        page = visit.page
        reader = Reader.__new__(Reader)
        reader.page = page
        reader.miss(3)
        # Not a reload: of a page opened as a file, Chromium forgets the storage in one of thirty.
        page.evaluate("() => void dispatchEvent(new Event('mh-progress-replaced'))")
        expect(reader.items).to_have_count(3)
        reader.items.first.locator("button").first.focus()
        page.keyboard.press("Enter")
        expect(reader.items.first.get_by_role("status")).to_contain_text("You said")
        page.locator(".mh-predictions summary").first.press("Enter")
        assert page.evaluate(OVERFLOW) <= 0
        for state in (("light", 1280), ("dark", 1280), ("light", 360)):
            visit.change(*state)
            assert violations(page, *state) == []
        assert visit.troubles == []


def test_a_blocked_storage_is_said(browser, site):
    with Visit(browser, site / PAGE) as visit:
        expect(visit.page.locator(".mh-review [role=status]")).to_have_text(NOTHING)
        visit.page.add_init_script(BLOCKED)
        visit.page.reload()
        expect(visit.page.locator(".mh-review [role=status]")).to_have_text(NOT_KEPT)


def test_without_a_script_the_page_says_what_is_missing_and_its_lists_can_be_read(open_page):
    page = open_page("review", java_script_enabled=False)
    missing = page.get_by_text("without JavaScript, this page does not know your predictions")
    expect(missing).to_be_visible()
    fold = page.locator(".mh-predictions").first
    fold.locator("summary").click()
    expect(fold.locator("a").first).to_be_visible()
    expect(page.locator("#exercises-by-hand li a").first).to_be_visible()


MISS = """() => {
  const { content } = document.querySelector(".mh-predictions template");
  const wrong = content.querySelector("[aria-pressed]:not([data-right])").textContent;
  progress.write(`guess/${content.querySelector("form").dataset.guess}`, wrong);
}"""
PRESS = "() => { document.querySelector('.mh-review li [data-right]').click(); }"
WEBKIT = pytest.param("webkit", marks=pytest.mark.long)


@pytest.mark.parametrize("window", ["firefox", WEBKIT], indirect=True)
def test_a_prediction_is_asked_again_in_every_browser(window, site):
    with serving(site) as address:
        window.go(f"{address}/{PAGE}")
        window.ask(MISS)
        window.go(f"{address}/{PAGE}")
        window.wait_for("() => document.querySelectorAll('.mh-review li').length === 1")
        window.ask(PRESS)
        window.wait_for(
            "() => document.querySelector('.mh-review li').textContent.includes('in 10 days')"
        )
        assert window.ask("() => wentWrong") == []
