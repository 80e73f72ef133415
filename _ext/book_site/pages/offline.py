"""Make the pages self-contained: nothing is fetched from another host, and nothing is left over."""

import re
from pathlib import Path

from sphinx.application import Sphinx

from book_site.building.required_matches import replaced
from book_site.pages.content_policy import has_policy


def script_tag(name: str) -> re.Pattern:
    return re.compile(rf'\s*<script[^>]* src="[^"]*{name}\.js[^>]*></script>')


THEME_FIXES = (
    # The theme's icons come from its web font; this script would draw them a second time.
    (script_tag("fontawesome"), ""),
    # The book's name above the search field is outside every landmark.
    (
        re.compile(r'<div class="sidebar-primary-item">(?=\s*<a class="navbar-brand)'),
        '<div class="sidebar-primary-item" role="navigation" aria-label="Book">',
    ),
)
# Sphinx's own search loads these. The theme puts the first two on every page, and the others on all
# but the search page, which search/search_page.py writes.
SPHINX_SCRIPTS = tuple((script_tag(name), "") for name in ("doctools", "sphinx_highlight"))
SEARCH_SCRIPTS = tuple(
    (script_tag(name), "") for name in ("searchtools", "language_data", "searchindex")
)
SEARCH_PAGE = "search.html"
SPHINX_RESULTS = 'id="search-results"'
# docutils gives references roles that ARIA has withdrawn.
CITATION_LIST = 'class="citation-list"'
ROLE_FIXES = (
    (re.compile(r' role="doc-biblioentry"'), ""),
    (re.compile(rf' role="list"(?= {CITATION_LIST})'), ""),
)
UNUSED_FILES = (
    "_static/scripts/fontawesome.js",
    "_static/scripts/fontawesome.js.map",
    "_static/sphinx-thebe.js",
    "_static/webpack-macros.html",
    "_static/sbt-webpack-macros.html",
)


def drop_scripts(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Leave out thebe, which loads from a CDN, and the state, which repeats every widget's data."""

    def is_used(script) -> bool:
        text = f"{script.filename or ''} {script.attributes.get('body', '')}"
        state = script.attributes.get("type") == "application/vnd.jupyter.widget-state+json"
        return not state and "thebe" not in text.lower()

    context["script_files"] = list(filter(is_used, context["script_files"]))


def remove_unused(app: Sphinx) -> None:
    for unused in UNUSED_FILES:
        Path(app.outdir, unused).unlink(missing_ok=True)


def fix_page(page: str, html: str) -> str:
    """Return a page without what the theme and docutils put there and this site cannot use."""
    if has_policy(html):
        return html
    search_fixes = (*SPHINX_SCRIPTS, *SEARCH_SCRIPTS) if page != SEARCH_PAGE else SPHINX_SCRIPTS
    if SPHINX_RESULTS in html:
        search_fixes = ()
    role_fixes = ROLE_FIXES if CITATION_LIST in html else ()
    for pattern, replacement in (*THEME_FIXES, *search_fixes, *role_fixes):
        html = replaced(pattern, replacement, html, page)
    return html
