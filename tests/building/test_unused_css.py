"""The theme's sheets keep the rules that a page or a script can use, and a page each style once."""

import re

import pytest
from book_site.pages.unused_css import drop_repeated_styles, used_rules, words_in
from built_pages import CHAPTERS

SHEET = """@charset "utf-8";
:root{--a:1}
a.used,.gone,.fa-bars:before{color:red}
.gone .used{color:blue}
p:not(.gone) > .used{top:0}
.bs-popover-end:is(.used, .gone){left:0}
.col-lg\\:3{right:0}
@media (min-width:1px){.gone{top:1px}}
@media print{.used,.gone{top:2px}}
@font-face{font-family:"X"}"""


def test_rules_of_classes_that_nothing_names_are_dropped():
    css = used_rules(
        SHEET, words_in('<a class="used here fa-bars"> const side = "bs-popover-" + x')
    )
    assert css.split("}") == [
        '@charset "utf-8";:root{--a:1',
        "a.used,.fa-bars:before{color:red",
        "p:not(.gone) > .used{top:0",
        ".bs-popover-end:is(.used, .gone){left:0",
        "@media print{.used{top:2px",
        "",
        '@font-face{font-family:"X"',
        "",
    ]


def test_a_page_of_the_book_loads_a_third_of_the_theme(site):
    (sheet,) = site.rglob("pydata-sphinx-theme.css")
    text = sheet.read_text("utf-8")
    assert ".bd-article" in text
    assert ".offset-md-11" not in text
    assert len(text) < 150_000


def test_a_page_keeps_a_style_once_and_each_widget_its_own():
    claim, widget = "<style>.claim{top:3px}</style>", "<style>.widget{top:5px}</style>"
    framed = (
        f'<div data-mh-widget="HeadRoom">{widget}{claim}<script></script><script></script></div>'
    )
    page = f"{claim}<p>A</p>{framed}{claim}{framed}<p>B</p>{claim}"
    assert drop_repeated_styles(page) == f"{claim}<p>A</p>{framed}{framed}<p>B</p>"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_style_stands_twice_on_a_chapter_of_the_site(site, chapter):
    html = (site / chapter).read_text("utf-8")
    styles = re.findall("<style>.*?</style>", html, re.DOTALL)
    assert len(styles) >= 2
    assert len(styles) <= len(set(styles)) + html.count("data-mh-widget")
