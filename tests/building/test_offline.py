"""What a page loses before it is published: foreign scripts, and what the theme got wrong."""

from types import SimpleNamespace

import pytest
from book_site.pages import offline
from book_site.pages.content_policy import with_policy
from sphinx.errors import ExtensionError

PAGE = """<head>
<meta charset="utf-8">
  <script defer src="_static/scripts/fontawesome.js?digest=1"></script>
  <script src="../_static/doctools.js?v=9bcbadda"></script>
  <script src="../_static/sphinx_highlight.js?v=dc90522c"></script>
<script src="_static/search_page/page.js"></script>
</head><body>
<div class="sidebar-primary-item">
<a class="navbar-brand logo"></a></div><div class="sidebar-primary-item"><ul role="list"></ul></div>
"""
SEARCH = """  <script src="../_static/searchtools.js"></script>
  <script src="../_static/language_data.js"></script>
  <script src="../searchindex.js"></script>
"""
REFERENCES = """<div role="list" class="citation-list">
<div class="citation" id="a" role="doc-biblioentry"></div><div role="doc-biblioentry"></div></div>
"""
LEFT = """<head>
<meta charset="utf-8">
<script src="_static/search_page/page.js"></script>
</head><body>
<div class="sidebar-primary-item" role="navigation" aria-label="Book">
<a class="navbar-brand logo"></a></div><div class="sidebar-primary-item"><ul role="list"></ul></div>
"""
LEFT_REFERENCES = """<div class="citation-list">
<div class="citation" id="a"></div><div></div></div>
"""


def test_only_what_this_site_cannot_use_is_fixed_and_only_once():
    assert squeezed(offline.fix_page("one.html", PAGE + SEARCH)) == squeezed(LEFT)
    assert squeezed(offline.fix_page("search.html", PAGE)) == squeezed(LEFT)
    cited = offline.fix_page("references.html", PAGE + SEARCH + REFERENCES)
    assert squeezed(cited) == squeezed(LEFT + LEFT_REFERENCES)
    own_of_sphinx = PAGE + SEARCH + '<div id="search-results"></div>'
    sphinx_search = offline.fix_page("search.html", own_of_sphinx)
    assert sphinx_search.count("<script") == own_of_sphinx.count("<script") - 1  # of icons
    finished = with_policy("one.html", LEFT)
    assert offline.fix_page("one.html", finished) == finished


def squeezed(html: str) -> list[str]:
    return html.split()


@pytest.mark.parametrize(
    "named",
    [
        "fontawesome",
        "doctools",
        "sphinx_highlight",
        "searchtools",
        "language_data",
        "searchindex",
        "navbar-brand",
        "doc-biblioentry",
        'role="list"',
    ],
)
def test_markup_that_has_changed_stops_the_build_and_is_named(named):
    page = PAGE + SEARCH + REFERENCES
    assert named in page
    with pytest.raises(ExtensionError, match=rf"^book/one\.html: .*{named}"):
        offline.fix_page("book/one.html", page.replace(named, "new"))


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
