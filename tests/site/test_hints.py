"""Hints on the pages of exercises: asked for one by one, with the number that is left."""

import pytest
from accessibility import RULES, violations
from built_pages import PAGES, soup_of
from exercise_sources import BY_NAME, NAMES
from multihead.exercises import folders
from playwright.sync_api import expect
from visits import OVERFLOW, Visit

PAGE = "book/exercises/12-copies.html"


class Hints:
    """The hints of one exercise, as a reader uses them."""

    def __init__(self, page, name: str):
        target = f"exercise-{name.replace('_', '-')}"
        self.section = page.locator(f"section#{target}, section:has(> span#{target})")
        self.buttons = self.section.locator(".mh-hint > summary")
        self.texts = self.section.locator(".mh-hint > p")


@pytest.fixture(scope="module")
def visit(browser, site):
    with Visit(browser, site / PAGE) as visit:
        yield visit
        assert visit.troubles == []
        assert all(url.startswith(("file:", "data:")) for url in visit.requests)


def test_the_keyboard_asks_for_one_after_the_other(visit):
    hints = Hints(visit.page, "effective_number")
    first, second = hints.buttons.all()
    assert [text.is_visible() for text in hints.texts.all()] == [False, False]
    expect(first).to_have_text("Hint (2 left)", use_inner_text=True)
    expect(second).to_be_hidden()
    first.press("Enter")
    assert [text.is_visible() for text in hints.texts.all()] == [True, False]
    expect(first).to_have_text("Hint", use_inner_text=True)
    expect(second).to_have_text("Hint (1 left)", use_inner_text=True)
    visit.page.keyboard.press("Tab")
    expect(second).to_be_focused()
    visit.page.keyboard.press("Space")
    assert [text.is_visible() for text in hints.texts.all()] == [True, True]
    expect(second).to_have_text("Hint", use_inner_text=True)
    assert not hints.section.locator(".admonition.dropdown > p:not(.admonition-title)").count() or (
        not hints.section.locator(".admonition.dropdown > p").last.is_visible()
    )


def test_the_numbers_of_a_hint_are_those_of_the_task(visit):
    hints = Hints(visit.page, "lost_copies")
    for button in hints.buttons.all():
        button.click()
    shown = hints.section.locator(".mh-hint .mh-variant-copies")
    for seed in (0, 1):
        copies = folders.variant(folders.load("lost_copies"), seed)["copies"]
        expect(shown).to_have_text(str(copies))
        hints.section.get_by_role("button", name="Other numbers").click()


def test_with_hints_open_the_page_fits_and_is_accessible(visit):
    for state in RULES:
        visit.change(*state)
        assert visit.page.evaluate(OVERFLOW) == 0
        assert violations(visit.page, *state) == []
        for button in Hints(visit.page, "lost_copies").buttons.all():
            assert button.bounding_box()["height"] >= 44


def test_without_script_hints_open_too(open_page):
    page = open_page("exercises/12-copies", java_script_enabled=False)
    hints = Hints(page, "effective_number")
    hints.buttons.first.click()
    expect(hints.texts.first).to_be_visible()
    expect(hints.texts.last).to_be_hidden()


def test_on_paper_there_are_none(visit):
    visit.page.emulate_media(media="print")
    visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert visit.page.locator(".mh-hint:visible").count() == 0


@pytest.mark.parametrize("page", [page for page in PAGES if "/exercises/" in page])
def test_every_exercise_that_check_can_judge_has_two_after_its_task(site, page):
    chapter = page.rpartition("/")[2].removesuffix(".html")
    names = {name for name in NAMES if BY_NAME[name].fields["chapter"] == chapter}
    soup = soup_of(site / page)
    found = {}
    for first in soup.select(".mh-hint:not(.mh-hint + .mh-hint)"):
        (second,) = first.find_next_siblings(class_="mh-hint")
        for hint in (first, second):
            assert not hint.has_attr("open")
            assert "$" not in hint.text, "mathematics is not drawn"
        (name,) = [id for id in ids(first.find_parent("section")) if id.startswith("exercise-")]
        found[name.removeprefix("exercise-").replace("-", "_")] = first
    assert found.keys() == names


def ids(section) -> list[str]:
    return [
        section["id"],
        *(span["id"] for span in section.find_all("span", id=True, recursive=False)),
    ]
