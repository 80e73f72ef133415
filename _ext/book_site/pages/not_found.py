"""The page that a server shows for an address without one: search, start, questions, contents.

A server shows it at any depth, so its links start from the site's root, which its `<base>` names;
from a file, they start from the page. It loads nothing, since a browser may ask for a page's files
before a script can change the base.
"""

from collections.abc import Iterator
from html import escape
from urllib.parse import urlsplit

from sphinx.application import Sphinx

QUESTIONS = "book/questions"
FILE = "404.html"


def collect_page(app: Sphinx) -> Iterator[tuple[str, dict, str]]:
    if app.builder.name != "html":
        return
    home = app.config.root_doc
    titles = {name: escape(title.astext()) for name, title in app.env.titles.items()}
    context = {
        "title": "Page not found",
        "root": urlsplit(app.config.html_baseurl).path or "/",
        "titles": {**titles, home: "Start"},
        "first": [home, *app.env.found_docs & {QUESTIONS}],
        "contents": app.env.toctree_includes.get(home, []),
    }
    yield FILE.removesuffix(".html"), context, FILE
