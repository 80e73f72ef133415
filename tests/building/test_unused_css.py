"""The theme's sheets keep the rules that a page or a script can use, and lose the others."""

from book_site.pages.unused_css import used_rules, words_in

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
