"""The page of each widget of the built book, opened as a file, as from the zip."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser import wait_for_widgets
from built_pages import EMBED_PAGES, PAGES, soup_of
from page_weight import PAGE, assert_light, bytes_sent
from playwright.sync_api import expect
from visits import Visit

SIZES = "() => [innerWidth, document.documentElement.scrollWidth]"


def test_every_widget_has_its_page_and_every_page_its_widget(site):
    embed_pages = []
    for page in PAGES:
        for widget in soup_of(site / page).select("[data-mh-widget]"):
            file = ((site / page).parent / widget["data-embed"]).resolve()
            embed_pages.append(file.relative_to(site.resolve()).as_posix())
    assert sorted(embed_pages) == EMBED_PAGES
    assert len(EMBED_PAGES) > 4


def test_their_titles_say_which_is_which(site):
    titles = [soup_of(site / page).title.get_text() for page in EMBED_PAGES]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [title for title in titles if title.count("Many Heads") != 1] == []
    assert any(re.match(r"Figure \d+\.\d+\. \S", title) for title in titles)


@pytest.mark.parametrize("name", EMBED_PAGES)
def test_it_is_light_narrow_and_silent_and_leads_back_to_its_place(browser, site, name):
    assert_light(bytes_sent((site / name).read_text("utf-8")), PAGE)
    with Visit(browser, site / name, width=320) as visit:
        assert visit.page.evaluate(SIZES) == [320, 320]
        assert visit.page.locator("[data-ready]").count() == 1
        assert visit.requests[1:] == []
        assert visit.troubles == []
    back = urlsplit(soup_of(site / name).select_one("a")["href"])
    assert back.fragment == f"~{Path(name).stem}:"
    page = soup_of(((site / name).parent / back.path).resolve())
    assert page.select(f"[data-embed$='{name}']")


@pytest.mark.parametrize("name", [name for name in EMBED_PAGES if name.endswith("2.html")])
def test_its_place_is_in_sight_when_the_widgets_before_it_have_drawn(browser, site, name):
    with Visit(browser, site / name, width=320) as visit:
        with visit.context.expect_page() as opened:
            visit.page.get_by_role("link").press("Enter")
        wait_for_widgets(opened.value)
        place = opened.value.locator(f"[data-embed$='{name.removeprefix('widgets/')}']")
        expect(place).to_be_in_viewport()
