"""A page loads the add-ons that have work in it, and no others."""

from types import SimpleNamespace

import pytest
from book_site.pages import unused_assets
from sphinx.errors import ExtensionError
from visits import Visit

ADD_ONS = (
    "copybutton.js",
    "pygments.css",
    "togglebutton.js",
    "design-tabs.js",
    "sphinx-design.min.css",
    "thebe.css",
    "mystnb.css",
    "guesses.js",
    "saved_file.js",
)


@pytest.mark.parametrize(
    ("file", "work"),
    [
        ("copybutton.js", '<div class="highlight-python notranslate">'),
        ("copybutton.js", '<div class="highlight">'),
        ("pygments.css", '<div class="highlight">'),
        ("togglebutton.js", '<div class="admonition dropdown">'),
        ("design-tabs.js", '<div class="sd-tab-set">'),
        ("sphinx-design.min.css", '<div class="sd-card">'),
        ("mystnb.css", '<div class="cell docutils">'),
        ("guesses.js", '<form class="mh-guess" id="predict-1">'),
        ("saved_file.js", '<div class="mh-progress">'),
    ],
)
def test_an_add_on_is_loaded_where_it_finds_work_and_only_there(file, work):
    assert {"print.js", file} <= loaded_scripts(work)
    assert loaded_scripts("<p>highlight sd-card cell</p>") == {"print.js"}


def test_the_first_paint_does_not_wait_for_the_script_of_an_add_on():
    context = {"body": '<div class="mh-guess">', **files(*ADD_ONS)}
    unused_assets.drop_add_ons(None, "page", "", context, None)
    deferred = {s.filename for s in context["script_files"] if "defer" in s.attributes}
    assert deferred == {"guesses.js"}


def loaded_scripts(body: str) -> set[str]:
    context = {"body": body, **files(*ADD_ONS)}
    unused_assets.drop_add_ons(None, "page", "", context, None)
    return {script.filename for script in context["script_files"]}


def files(*names: str) -> dict[str, list]:
    every = [SimpleNamespace(filename=name, attributes={}) for name in ("print.js", *names)]
    return {"script_files": every, "css_files": []}


def test_an_add_on_whose_file_has_another_name_stops_the_build():
    _, *others = ADD_ONS
    with pytest.raises(ExtensionError, match=r"^book/one: .*copybutton"):
        unused_assets.drop_add_ons(None, "book/one", "", {"body": "", **files(*others)}, None)


def test_icons_are_kept_if_a_page_or_a_script_names_them_or_a_style_draws_them():
    styles = """.fa-bars:before,.fa-menu:before{content:"\\f0c9"}
    .fa-bell:before{content:"\\f0f3"}.fa-star:before{content:"\\f005"}
    .note::before{content:"\\f05a"} .tip::before{content:"\uf0eb"}"""
    icons = unused_assets.icons_in_use({"fa-menu"}, "icon('fa-bell')", styles)
    assert icons == {0xF0C9, 0xF0F3, 0xF05A, 0xF0EB}
    with pytest.raises(ExtensionError, match=r"^_static: .*fa-"):
        unused_assets.icons_in_use({"fa-menu"}, "", styles.replace(":before", "::before"))
    names = unused_assets.icon_names('<i class="fa-solid fa-bars"></i>')
    assert names == {"fa-solid", "fa-bars"}


def test_an_add_on_works_where_it_is_needed(browser, site):
    with Visit(browser, site / "book" / "exercises" / "01-self-attention.html") as visit:
        folded, code = (visit.page.locator(s) for s in (".admonition.dropdown", ".highlight pre"))
        assert visit.page.locator(".toggle-button").count() == folded.count() > 0
        assert visit.page.locator("button.copybtn").count() == code.count() > 0
    with Visit(browser, site / "index.html") as visit:
        row = visit.page.locator("article .mh-chapter-row").first
        assert row.evaluate("(row) => getComputedStyle(row).position") == "relative"
    with Visit(browser, site / "book" / "04-all-heads-at-once.html") as visit:
        code = visit.page.locator(".cell .cell_input").first
        assert code.evaluate("(code) => getComputedStyle(code).display") == "flex"
