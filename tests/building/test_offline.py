"""What a page loses before it is published: foreign scripts, and what the theme got wrong."""

from types import SimpleNamespace

import pytest
from book_site.pages import offline


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('a\n  <script defer src="_static/scripts/fontawesome.js?digest=1"></script>b', "ab"),
        ('a <script src="../_static/searchtools.js"></script>', "a"),
        ('a <script src="searchindex.js"></script>', "a"),
        ('a <script src="_static/language_data.js"></script>', "a"),
        ('a <script src="../_static/sphinx_highlight.js?v=dc90522c"></script>', "a"),
        ('a <script src="../_static/doctools.js?v=9bcbadda"></script>', "a"),
        ('<script src="_static/find/page.js"></script>',) * 2,
        ('<div role="doc-biblioentry" id="x">', '<div id="x">'),
        ('<div role="list" class="citation-list">', '<div class="citation-list">'),
        ('<ul role="list">',) * 2,
        (
            '<div class="sidebar-primary-item">\n<a class="navbar-brand logo">',
            '<div class="sidebar-primary-item" role="navigation" aria-label="Book">'
            '\n<a class="navbar-brand logo">',
        ),
        ('<div class="sidebar-primary-item">\n<nav>',) * 2,
    ],
)
def test_only_what_this_site_cannot_use_is_fixed_and_only_once(before, after):
    assert offline.fixed(before) == after
    assert offline.fixed(after) == after


def script(filename: str | None = None, **attributes: str) -> SimpleNamespace:
    return SimpleNamespace(filename=filename, attributes=attributes)


def test_thebe_and_the_state_of_widgets_are_left_out_and_nothing_else():
    used = [
        script("_static/print.js"),
        script(body="start()"),
        script(body="{}", type="application/json"),
    ]
    idle = [
        script("https://unpkg.com/thebe@0.8/lib/index.js"),
        script(body="const THEBE_JS_URL = 1"),
        script(body="{}", type="application/vnd.jupyter.widget-state+json"),
    ]
    context = {"script_files": [*used, *idle]}
    offline.drop_scripts(None, "page", "", context, None)
    assert context["script_files"] == used


def test_files_that_no_page_loads_are_removed_if_they_are_there(tmp_path):
    kept, unused = tmp_path / "_static" / "print.js", tmp_path / "_static" / "sphinx-thebe.js"
    kept.parent.mkdir()
    for path in (kept, unused):
        path.touch()
    offline.remove_unused(SimpleNamespace(outdir=tmp_path))
    assert list(kept.parent.iterdir()) == [kept]
