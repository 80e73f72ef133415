"""Exercises by hand answered on a page of the built site, opened as a file, without a network."""

import pytest
from accessibility import RULES, violations
from built_pages import PAGES, soup_of
from exercise_sources import BY_HAND, BY_NAME
from multihead.exercises import answers, folders, verdict
from playwright.sync_api import expect
from visits import OVERFLOW, Visit

from exercises import source as exercise_source

PAGE = "book/exercises/03-money-bank.html"
ON_PAGE = [name for name in BY_HAND if BY_NAME[name].fields["chapter"] == "03-money-bank"]
EMPTY = """i => {
  const field = document.querySelectorAll(".mh-by-hand input")[i];
  field.value = "";
  field.focus();
}"""
SAID = """() => [...document.querySelector(".mh-by-hand [role=status]").children]
  .map((line) => line.textContent).join("\\n")"""
PASTE = """(field, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  const event = { clipboardData, bubbles: true, cancelable: true };
  field.dispatchEvent(new ClipboardEvent("paste", event));
}"""


class Fields:
    """The fields of one exercise, as a reader uses them."""

    def __init__(self, page, name: str):
        target = f"#exercise-{name.replace('_', '-')}"
        self.name, self.section = name, page.locator(f"section:has(> {target})")
        self.inputs = self.section.locator(".mh-by-hand input")
        self.status = self.section.get_by_role("status")
        self.lines = self.status.locator("p")
        self.other = self.section.get_by_role("button", name="Other numbers")

    def give(self, array) -> None:
        texts = [repr(x) for x in answers.read(array).astype(float).ravel().tolist()]
        assert self.inputs.count() == len(texts)
        for field, text in zip(self.inputs.all(), texts, strict=True):
            field.fill(text)
        self.inputs.last.press("Enter")


@pytest.fixture(scope="module")
def visit(browser, site):
    with Visit(browser, site / PAGE) as visit:
        yield visit
        assert visit.troubles == []
        assert all(url.startswith(("file:", "data:")) for url in visit.requests)


@pytest.mark.parametrize("name", ON_PAGE)
def test_right_and_wrong_are_told_in_the_words_of_check(visit, name):
    exercise, fields = folders.load(name), Fields(visit.page, name)
    solution = fields.section.locator(".admonition.dropdown > :not(.admonition-title)").first
    for seed in (0, 1):
        case = folders.variant(exercise, seed)
        task = exercise_source.fill(BY_NAME[name], BY_NAME[name].task, case)
        shown = fields.section.locator("pre").first.text_content()
        assert shown.strip() == exercise_source.code(task)
        wrong = [f(*case.values()) for f in exercise.wrong.values()]
        right = exercise.reference(*case.values())
        wrong_answer = next(w for w in wrong if answers.read(w).shape == answers.read(right).shape)
        fields.give(wrong_answer)
        judged = verdict.compare(folders.sheet(name, seed), wrong_answer)
        assert judged.misconception
        expect(fields.lines).to_have_text([*judged.message.splitlines()])
        expect(fields.lines.first).to_contain_text(f"Likely: {judged.misconception}.")
        assert not solution.is_visible()
        fields.give(right)
        passed = verdict.compare(folders.sheet(name, seed), right)
        expect(fields.status).to_have_text(f"Right.\n{passed.message}")
        fields.other.click()
        expect(fields.status).to_have_text(
            f"The task now has different numbers, those of seed {seed + 1}."
        )
        assert fields.inputs.first.input_value() == ""


def test_a_solution_closes_when_the_numbers_change_and_then_says_theirs(visit):
    fields = Fields(visit.page, "bank_output")
    title = fields.section.locator(".admonition-title")
    shown = fields.section.locator(".mh-variant-answer")
    title.click()
    before = shown.text_content()
    fields.other.click()
    expect(shown).not_to_be_visible()
    assert shown.text_content() != before


def test_a_mistake_leads_to_the_section_that_explains_it_and_comes_into_view(visit, site):
    page, name = visit.page, "bank_scores"
    fields, exercise = Fields(page, name), folders.load(name)
    page.set_viewport_size({"width": 360, "height": 420})
    page.reload()
    mistake, wrong = next(iter(exercise.wrong.items()))
    seed = int(page.evaluate("progress.read('answer/money-bank/bank_scores')?.seed ?? 0"))
    fields.give(wrong(*folders.variant(exercise, seed).values()))
    expect(fields.lines.first).to_be_in_viewport()
    expect(fields.inputs.last).to_be_focused()
    section = exercise.explained[mistake]
    link = fields.status.get_by_role("link")
    expect(link).to_have_text(f"“{section.title}”")
    address = (site / PAGE).parent / link.get_attribute("href").partition("#")[0]
    assert soup_of(address.resolve()).find(id=section.label)
    page.keyboard.press("Tab")
    for _ in range(3):  # past the buttons
        if not link.evaluate("link => link === document.activeElement"):
            page.keyboard.press("Tab")
    expect(link).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 900})


def test_what_is_no_number_is_shown_as_text_and_its_field_is_named(visit):
    fields = Fields(visit.page, "bank_scores")
    fields.inputs.nth(0).fill("0,5")
    fields.inputs.nth(1).fill('<img src=x onerror="document.title = 1">')
    fields.inputs.nth(1).press("Enter")
    expect(fields.status).to_contain_text('“<img src=x onerror="document.t…” is not a number.')
    assert fields.section.locator("img").count() == 0
    expect(fields.inputs.nth(1)).to_be_focused()
    expect(fields.inputs.nth(1)).to_have_attribute("aria-invalid", "true")
    fields.inputs.nth(1).fill("")
    fields.inputs.nth(0).press("Enter")
    expect(fields.status).to_have_text("Fill in every field: number 2 of 2 is empty.")
    fields.inputs.nth(1).fill("1/8")
    fields.inputs.nth(1).press("Enter")
    expect(fields.status).to_contain_text("0,5 is read as 0.5.")
    assert fields.section.locator("[aria-invalid]").count() == 0


def test_a_matrix_is_pasted_and_another_shape_is_told(visit):
    fields = Fields(visit.page, "new_order")
    fields.inputs.first.evaluate(PASTE, "[[1, 2],\n [3, 4],\n [5, 6]]")
    assert [field.input_value() for field in fields.inputs.all()] == list("123456")
    fields.inputs.first.evaluate(PASTE, "1\t2\n3\t4")
    expect(fields.status).to_contain_text(
        "The answer has shape (2, 2); expected an array of numbers of shape (3, 2)."
    )
    assert fields.inputs.first.input_value() == "1"
    assert fields.inputs.nth(5).get_attribute("aria-label") == "row 3, column 2"


def test_with_its_hints_the_page_fits_and_is_accessible(visit):
    """The states that `test_site.py` looks at, after the tests above have filled the page."""
    for state in RULES:
        visit.change(*state)
        assert visit.page.evaluate(OVERFLOW) == 0
        assert violations(visit.page, *state) == []


@pytest.fixture
def served(open_served):
    return open_served(PAGE)


def test_what_was_answered_is_there_after_a_reload(served):
    page, fields = served, Fields(served, "bank_output")
    exercise = folders.load("bank_output")
    fields.give(exercise.reference(*folders.variant(exercise, 0).values()))
    expect(fields.status).to_contain_text("Right.")
    shown = fields.section.locator("pre").first
    fields.inputs.first.fill("<b>3</b>")
    fields.inputs.nth(1).focus()
    task = shown.text_content()
    kept = page.evaluate("progress.read('answer/money-bank/bank_output')")
    assert kept["texts"][0] == "<b>3</b>"
    page.reload()
    expect(fields.inputs.first).to_have_value("<b>3</b>")
    assert shown.text_content() == task
    expect(fields.section.locator("legend")).to_have_text("Your answer, right before")


@pytest.mark.parametrize("kept", ["null", '"x"', '{"seed":"77"}', '{"seed":"0","texts":[{},1]}'])
def test_what_is_kept_is_used_only_if_it_fits(served, kept):
    page = served
    page.evaluate(
        "value => localStorage.setItem('many-heads:answer/money-bank/bank_scores', value)", kept
    )
    page.reload()
    assert Fields(page, "bank_scores").inputs.first.input_value() == ""


def test_on_paper_the_page_is_as_it_was_written(visit):
    page = visit.page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".mh-by-hand:visible, .mh-in-notebook > summary:visible").count() == 0
    expect(page.get_by_text('check("bank_scores", answer)', exact=False).first).to_be_visible()


@pytest.mark.parametrize("page", [page for page in PAGES if "/exercises/" in page])
def test_every_exercise_by_hand_has_fields_and_without_script_its_stub(site, page):
    soup = soup_of(site / page)
    chapter = page.rpartition("/")[2].removesuffix(".html")
    names = {name for name in BY_HAND if BY_NAME[name].fields["chapter"] == chapter}
    targets = {f"exercise-{name.replace('_', '-')}" for name in names}
    sections = [place.find_parent("section") for place in soup.select(".mh-by-hand")]
    assert {id for s in sections for id in targets if s["id"] == id or s.find(id=id)} == targets
    assert len(sections) == len(targets)
    for section in sections:
        assert section.select_one(".mh-by-hand").get_text(strip=True, types=str) == ""
        assert section.select_one("details.mh-in-notebook[open] pre").text.startswith("answer = ")
        assert section.select(".admonition.dropdown")[0].find_parent("details") is None


@pytest.fixture
def typed(window, site):
    """Type into the first exercise of the page in another browser, as a reader does."""
    window.go((site / PAGE).as_uri())

    def give(*texts: str) -> str:
        for i, text in enumerate(texts):
            window.ask(EMPTY, i)
            for key in text:
                window.press(key)
        window.press("Enter")
        return window.ask(SAID)

    return give


def test_other_browsers_judge_too(typed):
    assert typed("1", "1/2") == "Right.\nbank_scores: visible checks pass."
    exercise = folders.load("bank_scores")
    case = folders.variant(exercise, 0)
    wrong_answer = next(iter(exercise.wrong.values()))(*case.values())
    judged = verdict.compare(folders.sheet("bank_scores", 0), wrong_answer).message
    assert typed(*(f"{x:g}" for x in wrong_answer)) == judged
