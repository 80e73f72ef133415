"""The home page: its first screen, its contents, its themes, and where the keyboard is on it."""

import pytest
from browser import wait_for_widgets
from built_pages import soup_of
from conftest import ROOT
from playwright.sync_api import expect
from visits import SHIFTS, Visit

from tools.downloads.book_pages import pages_in_order

# Whether what has the focus, or the part of it that can be clicked, has a ring or a shadow.
HAS_RING = """() => [null, "::after"].some((part) => {
  const style = getComputedStyle(document.activeElement, part);
  return style.outlineStyle !== "none" || style.boxShadow !== "none";
})"""


@pytest.mark.parametrize("width", [1280, 360])
def test_whoever_tabs_through_a_page_sees_where_they_are(browser, site, width):
    with Visit(browser, site / "index.html", width=width) as visit:
        stops = 0
        visit.page.keyboard.press("Tab")
        while (tag := visit.page.evaluate("document.activeElement.outerHTML"))[:5] != "<body":
            assert visit.page.evaluate(HAS_RING), tag[:200]
            visit.page.keyboard.press("Tab")
            stops += 1
        assert stops > 20


def test_the_first_screen_asks_the_question_and_shows_it(browser, site):
    with Visit(browser, site / "index.html", width=1280) as visit:
        visit.page.set_viewport_size({"width": 1280, "height": 768})
        question, widget = visit.page.locator("article h1"), visit.page.locator(".mh-two-heads")
        train, status = widget.get_by_role("button"), widget.get_by_role("status")
        expect(status).to_contain_text("heads are still identical. The other two divide the work")
        expect(train).to_have_text("Train again")
        assert "?" in question.inner_text()
        for part in (question, *widget.locator("canvas").all(), train, status):
            box = part.bounding_box()
            assert 0 <= box["y"] <= box["y"] + box["height"] <= 768, part
        train.click()
        expect(train).to_have_text("Pause")
        expect(train).to_have_text("Train again")
        assert visit.page.evaluate("scrollY") == 0


PLACE = 'localStorage["many-heads:place/same-input-different-gradients"] = `{"at": 1, %s}`;'
SECTION = (
    PLACE % '"section": "x", "title": "Identical heads stay identical, in four lines of proof"'
)
ON_PATH = PLACE % '"path": "hour"' + """localStorage["many-heads:walk/hour"] = '"ch05-symmetry"'"""
BACK = "Continue: 05 Why don’t heads end up the same?"


@pytest.mark.parametrize("kept", ["", SECTION, ON_PATH], ids=["new", "returns", "on a path"])
@pytest.mark.parametrize("size", [(390, 844), (360, 640), (1366, 768), (1280, 720)], ids=str)
def test_the_first_screen_asks_it_and_shows_the_ways_in_and_back(browser, site, size, kept):
    width, height = size
    screen = {"width": width, "height": height}
    with browser.new_context(viewport=screen, offline=True) as context:
        page = context.new_page()
        page.add_init_script(kept)
        page.goto((site / "index.html").as_uri())
        wait_for_widgets(page)
        ways = page.locator("p:has(> .mh-start) a")
        *back, start, hour, teach = ways.all_inner_texts()
        assert (start, hour, teach) == ("Start", "One hour", "Teach")
        assert [text.split("\n")[0] for text in back] == [BACK] * bool(kept)
        for part in (page.locator("article h1"), *ways.all()):
            box = part.bounding_box()
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height, part
            assert box["x"] + box["width"] <= width, part
            assert min(box["width"], box["height"]) >= 44, part
        assert page.evaluate(SHIFTS) <= 0.01
        if not kept:
            train = page.locator(".mh-two-heads").get_by_role("button").first.bounding_box()
            assert train["y"] + train["height"] <= height


def test_home_has_a_start_and_a_row_with_a_finding_for_each_chapter(site):
    home = soup_of(site / "index.html").select_one("article")
    chapters = [name for name, _ in pages_in_order() if (ROOT / f"{name}.ipynb").is_file()]
    assert home.select_one(".mh-hero .mh-start")["href"] == f"{chapters[0]}.html"
    rows = home.select("dl > .mh-chapter-row > dt")
    assert [row.a["href"] for row in rows] == [f"{name}.html" for name in chapters]
    for row, name in zip(rows, chapters, strict=True):
        title = soup_of(site / f"{name}.html").select_one("h1").get_text().rstrip("#")
        assert row.get_text(strip=True) == title
        finding = row.find_next_sibling().get_text(strip=True)
        assert finding, f"the row of {name} says what was found"
    headings = [h2.get_text().rstrip("#") for h2 in home.select("h2")]
    assert headings[0] == "Six answers"
    assert headings[2:] == ["For readers", "For runners", "For instructors"]


def test_the_whole_row_of_a_chapter_leads_there(browser, site):
    with Visit(browser, site / "index.html", width=360) as visit:
        row = visit.page.locator(".mh-chapter-row").nth(1)
        row.scroll_into_view_if_needed()
        box = row.bounding_box()
        assert box["height"] >= 44
        visit.page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] - 3)
        visit.page.wait_for_url("**/02-what-one-head-cannot-do.html")
