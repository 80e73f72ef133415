"""The page of each widget of the built book, opened as a file, as from the zip."""

from pathlib import Path

import pytest
from browser import wait_for_widgets
from built_pages import ALONE, PAGES, soup_of
from playwright.sync_api import expect
from visits import Visit
from weight import assert_light, bytes_sent

SIZES = "() => [innerWidth, document.documentElement.scrollWidth]"


def test_every_widget_has_its_page_and_every_page_its_widget(site):
    named = []
    for page in PAGES:
        for widget in soup_of(site / page).select("[data-mh-widget]"):
            there = ((site / page).parent / widget["data-alone"]).resolve()
            named.append(there.relative_to(site.resolve()).as_posix())
    assert sorted(named) == ALONE
    assert len(ALONE) > 4


def test_their_titles_say_which_is_which(site):
    titles = [soup_of(site / page).title.get_text() for page in ALONE]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [title for title in titles if title.count("Many Heads") != 1] == []


@pytest.mark.parametrize("name", ALONE)
def test_it_is_light_narrow_and_silent_and_leads_back_to_its_place(browser, site, name):
    assert_light(bytes_sent((site / name).read_text("utf-8")), 200_000)
    with Visit(browser, site / name, width=320) as visit:
        assert visit.page.evaluate(SIZES) == [320, 320]
        assert visit.page.locator("[data-ready]").count() == 1
        assert visit.requests[1:] == []
        assert visit.troubles == []
        with visit.context.expect_page() as opened:
            visit.page.get_by_role("link").press("Enter")
        book = opened.value
        wait_for_widgets(book)
        place = book.locator(f"[data-alone$='{Path(name).parent.name}/{Path(name).name}']")
        expect(place).to_be_in_viewport()
