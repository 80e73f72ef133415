"""The side bar has one list: pages, and the sections of the page under its own line."""

from book_site.pages.side_bar import with_sections
from bs4 import BeautifulSoup

PAGES = """<nav class="bd-links"><p class="caption"><span>Part I: One head</span></p>
<ul><li class="toctree-l1"><a href="01-a.html">01 Self-attention</a></li>
<li class="toctree-l1 current"><a href="#">02 Two</a></li></ul>
<p class="caption"><span>Exercises</span></p><ul><li{}><a href="e.html">Chapter 01</a></li></ul>
<p class="caption"><span>Look up</span></p><ul><li><a href="g.html">Glossary</a></li></ul></nav>"""
SECTIONS = '<ul><li><a class="nav-link" href="#x">A section</a></li></ul>'


def listed(current: str = "", sections: str = SECTIONS) -> BeautifulSoup:
    return BeautifulSoup(with_sections(PAGES.format(current), sections), "html.parser")


def test_sections_stand_under_the_line_of_their_page_and_numbers_in_a_column():
    bar = listed()
    (nav,) = bar.select("nav.page-toc")
    assert nav.find_previous_sibling().get_text() == "02 Two"
    assert nav.select_one("a")["href"] == "#x"
    assert nav["aria-label"]
    assert [number.get_text() for number in bar.select(".mh-number")] == ["01", "02"]
    assert bar.select_one("[href='g.html']").get_text() == "Glossary"
    assert listed(sections="").select("nav.page-toc") == []


def test_exercises_are_folded_but_for_who_reads_them():
    assert not listed().select_one("details.mh-fold").has_attr("open")
    bar = listed(' class="current"')
    assert bar.select_one("details.mh-fold").has_attr("open")
    assert bar.select_one("details > summary").get_text() == "Exercises"
    assert len(bar.select("p.caption")) == 2


def test_who_opens_a_chapter_sees_its_line_and_the_search_is_in_the_bar(open_page):
    page = open_page("21-what-to-take-away", viewport={"width": 1366, "height": 700})
    line = page.locator(".bd-links li.current > a")
    place = line.bounding_box()
    assert 0 < place["y"] < 500
    assert page.locator(".bd-sidebar-primary .page-toc li").count() > 2
    assert page.locator(".search-button:visible").count() == 1
    assert page.locator(".bd-sidebar-secondary:visible").count() == 0
