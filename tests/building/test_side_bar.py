"""The side bar has one list: pages, and the sections of the page under its own line."""

import pytest
from book_site.pages.side_bar import with_sections
from bs4 import BeautifulSoup
from playwright.sync_api import expect

PAGES = """<nav class="bd-links"><p class="caption"><span>Part I: One head</span></p>
<ul><li class="toctree-l1"><a href="01-a.html">01 Self-attention</a></li>
<li class="toctree-l1 current"><a href="#">02 Two</a></li></ul>
<p class="caption"><span>Exercises</span></p><ul>{}<li><a href="f.html">Chapter 02</a></li></ul>
<p class="caption"><span>Look up</span></p><ul><li><a href="g.html">Glossary</a></li></ul></nav>"""
SECTIONS = '<ul><li><a class="nav-link" href="#x">A section</a></li></ul>'


OTHER_EXERCISES = '<li><a href="e.html">Chapter 01</a></li>'
OPEN_EXERCISES = '<li class="toctree-l1 current"><a class="current" href="#">Chapter 01</a></li>'


def listed(exercises: str = OTHER_EXERCISES, sections: str = SECTIONS) -> BeautifulSoup:
    pages = PAGES.format(exercises)
    if exercises is OPEN_EXERCISES:
        pages = pages.replace("toctree-l1 current", "toctree-l1", 1)
    return BeautifulSoup(with_sections(pages, sections), "html.parser")


def test_sections_stand_under_the_line_of_their_page_and_numbers_in_a_column():
    bar = listed()
    (nav,) = bar.select("nav.page-toc")
    assert nav.find_previous_sibling().get_text() == "02 Two"
    assert nav.select_one("a")["href"] == "#x"
    assert nav["aria-label"]
    assert [number.get_text() for number in bar.select(".mh-number")] == ["01", "02"]
    assert bar.select_one("[href='g.html']").get_text() == "Glossary"
    assert listed(sections="").select("nav.page-toc") == []


def test_exercises_are_one_entry_and_those_that_are_read_stand_at_their_chapter_too():
    for bar in (listed(), listed(OPEN_EXERCISES)):
        (fold,) = bar.select("details")
        assert not fold.has_attr("open")
        assert fold.summary.get_text() == "Exercises"
        assert [a.get_text() for a in fold.select("li > a")] == ["Chapter 01", "Chapter 02"]
        assert fold.select(".current") == []
        assert len(bar.select("p.caption")) == 2
    assert [a["href"] for a in bar.select("li:has(> [href='01-a.html']) a")] == [
        *("01-a.html", "#", "#x")
    ]
    (current,) = bar.select("li.current > a")
    assert current.get_text() == "Exercises"
    assert bar.select_one("nav.page-toc").find_previous_sibling() is current


def test_who_opens_a_chapter_sees_its_line_and_the_search_is_in_the_bar(open_page):
    page = open_page("21-what-to-take-away", viewport={"width": 1366, "height": 700})
    line = page.locator(".bd-links li.current > a")
    place = line.bounding_box()
    assert 0 < place["y"] < 500
    assert page.locator(".bd-sidebar-primary .page-toc li").count() > 2
    assert page.locator(".search-button:visible").count() == 1
    assert page.locator(".bd-sidebar-secondary:visible").count() == 0


# Where the bar is scrolled to, each time that the page can be drawn once its text begins.
SCROLLED = """() => {
  const places = (globalThis.places = new Set());
  const look = () => {
    if (document.querySelector("main"))
      places.add(document.querySelector(".bd-sidebar-primary").scrollTop);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("path", ["", "?path=hour"])
def test_the_line_that_is_pressed_stays_in_its_place_when_the_page_changes(open_served, path):
    page = open_served(f"book/05-same-input-different-gradients.html{path}")
    page.set_viewport_size({"width": 1366, "height": 700})
    page.add_init_script(f"({SCROLLED})()")
    page.reload()
    lines = page.locator(".bd-links .toctree-l1 > a")
    for name in ("Which heads matter?", "Layers of today"):
        line = lines.filter(has_text=name)
        page.locator(".bd-sidebar-primary").evaluate(
            "(bar, top) => { bar.scrollTop += top - 333; }", line.bounding_box()["y"]
        )
        line.click()
        page.wait_for_load_state()
        expect(page.locator("li.current > a", has_text=name)).to_have_count(1)
        assert abs(line.bounding_box()["y"] - 333) < 1
        assert len(page.evaluate("[...places]")) == 1


def test_who_walks_a_path_sees_its_next_section_in_the_side_bar_and_in_the_drawer(open_page):
    page = open_page("12-copies", viewport={"width": 1366, "height": 700})
    stop = page.locator("nav.mh-path-hour .mh-current-stop")
    page.goto(page.url + "?path=hour")
    assert 0 < stop.bounding_box()["y"] < 600
    page.set_viewport_size({"width": 390, "height": 700})
    page.locator("button.primary-toggle").click()
    expect(stop).to_be_in_viewport()


def test_the_drawer_closes_when_it_has_led_to_a_section_of_the_page(open_page):
    page = open_page("12-copies", viewport={"width": 390, "height": 700})
    page.locator("button.primary-toggle").click()
    section = page.locator(".page-toc a:visible").nth(2)
    name = section.get_attribute("href")
    section.click()
    expect(page.locator("#pst-primary-sidebar-modal")).to_be_hidden()
    expect(page.locator(f"section{name} > :is(h2, h3)")).to_be_in_viewport()
