"""A term shows its line of the glossary where it stands: to pointer, keyboard and finger."""

import contextlib
import re

import pytest
from accessibility import RULES, violations
from built_pages import CHAPTERS, DECKS, EMBED_PAGES, PAGES, soup_of
from forced_colours import assert_readable_in_forced_colours
from playwright.sync_api import expect
from visits import OVERFLOW, Visit

CHAPTER = "16-layers-of-today"
LINK = 'a[href="{}"]:not([popover] a)'
OPEN = ".mh-term-popover:popover-open"
OUTSIDE = """() => {
  const { left, top, right, bottom } = document.querySelector(".mh-term-popover:popover-open")
    .getBoundingClientRect();
  return [left < 0, top < 0, right > innerWidth, bottom > innerHeight].filter(Boolean).length;
}"""
MIDDLE = """(link) => {
  const node = document.querySelector(link);
  node.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = node.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
TERM, OTHER_TERM = "glossary.html#term-gate", "glossary.html#term-attention-sink"


def link_without_note(page, address: str = TERM):
    return page.locator(LINK.format(address) + ":not(:has(+ .mh-definition))").first


def popover_of(page, address: str = TERM):
    return page.locator(f'.mh-term-popover[data-entry="{address}"]')


@pytest.mark.parametrize("name", CHAPTERS)
def test_each_linked_term_has_one_popover_with_its_line_of_the_glossary(site, name):
    page = soup_of(site / name)
    links = page.select('a[href^="glossary.html#term-"]:not([popover] a)')
    popovers = {popover["data-entry"]: popover for popover in page.select("[popover]")}
    assert len(popovers) == len(page.select(".mh-term-popover"))
    assert {str(link["href"]) for link in links} == popovers.keys()
    glossary = soup_of(site / "book" / "glossary.html")
    for address, popover in popovers.items():
        entry = glossary.find(id=address.partition("#")[2])
        term, line = entry.get_text().rstrip("#"), entry.find_next("dd").p.get_text()
        assert popover.p.get_text() == f"{term[0].upper()}{term[1:]}. {line}"
        assert [link["href"] for link in popover.select("a")] == [address]


def test_the_glossary_slides_and_widgets_have_none(site):
    assert "book/glossary.html" in PAGES
    for name in ["book/glossary.html", *DECKS, *EMBED_PAGES]:
        assert "mh-term-popover" not in (site / name).read_text("utf-8"), name


def test_a_pointer_that_rests_shows_it_and_may_go_there(open_page):
    page = open_page(CHAPTER, viewport={"width": 1000, "height": 800})
    link, popover = link_without_note(page), popover_of(page)
    expect(popover).to_be_hidden()
    link.hover()
    expect(popover).to_be_visible()
    popover.hover()
    page.wait_for_timeout(400)
    expect(popover).to_be_visible()
    page.mouse.move(2, 2)
    expect(popover).to_be_hidden()
    link.hover()
    expect(popover).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_timeout(400)
    expect(popover).to_be_hidden()


def test_one_is_open_at_a_time(open_page):
    page = open_page(CHAPTER, viewport={"width": 1000, "height": 800})
    link_without_note(page).focus()
    expect(popover_of(page)).to_be_visible()
    link_without_note(page, OTHER_TERM).hover()
    expect(popover_of(page, OTHER_TERM)).to_be_visible()
    expect(page.locator(OPEN)).to_have_count(1)


def test_the_keyboard_shows_it_escape_closes_it_and_enter_leads_on(open_page):
    page = open_page(CHAPTER, viewport={"width": 1000, "height": 800})
    link, popover = link_without_note(page), popover_of(page)
    link.focus()
    expect(popover).to_be_visible()
    expect(link).to_have_accessible_description(re.compile(r"^Gate\. A factor that multiplies "))
    link.hover()
    page.mouse.move(2, 2)
    page.wait_for_timeout(400)
    expect(popover).to_be_visible()
    page.keyboard.press("Escape")
    expect(popover).to_be_hidden()
    expect(link).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(popover).to_be_visible()
    page.keyboard.press("Tab")
    assert not page.evaluate("Boolean(document.activeElement.closest('[popover]'))")
    expect(popover).to_be_hidden()
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{TERM}")


def test_a_tap_shows_it_and_a_second_leads_on(open_page):
    page = open_page(CHAPTER, viewport={"width": 390, "height": 800}, has_touch=True)
    link, popover = link_without_note(page), popover_of(page)
    link.tap()
    expect(popover).to_be_visible()
    page.wait_for_timeout(400)
    expect(popover).to_be_visible()
    assert CHAPTER in page.url
    page.touchscreen.tap(2, 400)
    expect(popover).to_be_hidden()
    link.tap()
    expect(popover).to_be_visible()
    glossary_link = popover.get_by_role("link", name="Glossary")
    assert glossary_link.bounding_box()["height"] >= 44
    link.tap()
    page.wait_for_url(f"**/{TERM}")
    page.go_back()
    link.tap()
    glossary_link.tap()
    page.wait_for_url(f"**/{TERM}")


def test_there_is_none_beside_a_note_in_the_margin(open_page):
    page = open_page(CHAPTER, viewport={"width": 1366, "height": 800})
    link = page.locator("a:has(+ .mh-definition)").first
    popover = popover_of(page, link.get_attribute("href"))
    link.focus()
    link.hover()
    page.wait_for_timeout(500)
    expect(popover).to_be_hidden()
    link.blur()
    page.mouse.move(2, 2)
    page.set_viewport_size({"width": 1100, "height": 800})
    link.hover()
    expect(popover).to_be_visible()


def test_on_a_narrow_screen_each_stands_within_the_window(open_page):
    page = open_page(CHAPTER, viewport={"width": 320, "height": 640})
    addresses = page.locator(".mh-term-popover").evaluate_all(
        "all => all.map(p => p.dataset.entry)"
    )
    assert len(addresses) > 15
    for address in addresses:
        links = [link for link in page.locator(LINK.format(address)).all() if link.is_visible()]
        for link in links[:1]:
            link.focus()
            expect(popover_of(page, address)).to_be_visible()
            assert page.evaluate(OUTSIDE) == 0, address
    assert page.evaluate(OVERFLOW) == 0


def test_an_open_one_is_accessible(browser, site):
    with Visit(browser, site / "book" / f"{CHAPTER}.html") as visit:
        for state in RULES:
            visit.change(*state)
            link_without_note(visit.page).focus()
            expect(popover_of(visit.page)).to_be_visible()
            assert violations(visit.page, *state) == []
        assert visit.troubles == []


def test_an_open_one_can_be_read_in_forced_colours(browser, site):
    with contextlib.closing(browser.new_context(offline=True, forced_colors="active")) as context:
        page = context.new_page()
        page.goto((site / "book" / f"{CHAPTER}.html").as_uri())
        link_without_note(page).focus()
        expect(popover_of(page)).to_be_visible()
        assert_readable_in_forced_colours(page)


def test_on_paper_and_without_script_there_is_the_link(open_page):
    page = open_page(CHAPTER)
    link_without_note(page).focus()
    page.emulate_media(media="print")
    expect(popover_of(page)).to_be_hidden()
    page = open_page(CHAPTER, java_script_enabled=False)
    link_without_note(page).click()
    page.wait_for_url(f"**/{TERM}")


def test_each_browser_shows_it_to_a_pointer_and_escape_closes_it(window, site):
    window.resize(320)
    window.go((site / "book" / f"{CHAPTER}.html").as_uri())
    window.hover(*window.ask(MIDDLE, LINK.format(TERM)))
    window.wait_for("(open) => document.querySelector(open) !== null", OPEN)
    assert window.ask(OUTSIDE) == 0
    window.press("Escape")
    window.wait_for("(open) => document.querySelector(open) === null", OPEN)
