"""What version a page is, and *Report an error here*, which opens an issue with both filled in.

The version is the book's and the commit that it was built from. It is put into finished pages: so
a new commit changes it, and Sphinx need not write a page again. Where the repository's address is
not known, there is no link.
"""

import re
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import quote, urlencode

from sphinx.application import Sphinx

from book_site.building import repository
from book_site.building.required_matches import replaced

VERSION_TAG = '<meta name="version" content="{}">\n'
REPORT_LINK = '<p class="mh-report"><a href="{}">Report an error here</a></p>\n'
OLD_PARTS = re.compile(f"{VERSION_TAG}|{REPORT_LINK}".format('[^"]*', '[^"]*'))
HEAD_END = re.compile("</head>")
FOOTER_START = re.compile(r'<div class="extra_footer">\s*')  # the theme's, and that of 404.html
ISSUE_BODY = "Page: {}\nVersion: {}\n\nWhat is wrong, and what should it say?\n\n"


def version(app: Sphinx) -> str:
    """Return such as 1.0.0+0123456789ab; without Git, only the book's own."""
    return "+".join(filter(None, (app.config.release, repository.commit(Path(app.srcdir)))))


def version_pass(app: Sphinx) -> Callable[[str, str], str]:
    """Return the pass over the pages of this build: it takes a page's path and its HTML."""
    address = repository.repository_url(Path(app.srcdir))
    return partial(with_version, version(app), address, app.config.html_baseurl)


def with_version(version: str, address: str | None, site: str, page: str, html: str) -> str:
    html = OLD_PARTS.sub("", html)
    html = replaced(HEAD_END, f"{VERSION_TAG.format(version)}</head>", html, page, once=True)
    if address is None:
        return html
    link = REPORT_LINK.format(escape(new_issue_address(address, version, site, page)))
    return replaced(FOOTER_START, lambda footer: footer[0] + link, html, page, once=True)


def new_issue_address(address: str, version: str, site: str, page: str) -> str:
    """Return where an issue opens that names the page, by its address if the site has one."""
    query = {"title": f"Error on {page}", "body": ISSUE_BODY.format(site + page, version)}
    return f"{address}/issues/new?{urlencode(query, quote_via=quote)}"
