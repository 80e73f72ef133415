"""Make the pages self-contained: nothing is fetched from another host, and nothing is left over."""

import re
from pathlib import Path

from sphinx.application import Sphinx

FIXES = (
    # The theme's icons come from its web font; this script would draw them a second time.
    (re.compile(r"\s*<script[^>]*fontawesome\.js[^>]*></script>"), ""),
    # The theme puts Sphinx's own search on every page; search/find.py has another.
    (re.compile(r'\s*<script src="[^"]*search(tools|index)\.js"></script>'), ""),
    (re.compile(r'\s*<script src="[^"]*language_data\.js"></script>'), ""),
    (re.compile(r'\s*<script src="[^"]*(sphinx_highlight|doctools)\.js[^"]*"></script>'), ""),
    # The book's name above the search field is outside every landmark.
    (
        re.compile(r'<div class="sidebar-primary-item">(?=\s*<a class="navbar-brand)'),
        '<div class="sidebar-primary-item" role="navigation" aria-label="Book">',
    ),
    # docutils gives references roles that ARIA has withdrawn.
    (re.compile(r' role="doc-biblioentry"| role="list"(?= class="citation-list")'), ""),
)
UNUSED = (
    "_static/scripts/fontawesome.js",
    "_static/sphinx_highlight.js",
    "_static/doctools.js",
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
    for unused in UNUSED:
        Path(app.outdir, unused).unlink(missing_ok=True)


def fixed(html: str) -> str:
    """Return a page without what the theme and docutils put there and this site cannot use."""
    for pattern, replacement in FIXES:
        html = pattern.sub(replacement, html)
    return html
