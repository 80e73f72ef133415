"""The page *How sure are we?*, and links between claims and cells.

The links from a claim to its row are put into the finished page, where the claim is already drawn.
"""

import html
import json
import posixpath
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

PAGE = "book/how-sure"
FILE = "book/replications.json"
TAG = re.compile(r"<[^>]*>")
CLAIM = re.compile(
    r'(<div class="mh-figure mh-claim" id="claim-([a-z0-9-]+)"[^>]*>)'  # data-claim holds no ">"
    r"((?:[^<]|</?span\b[^>]*>)*?)(?: <a .*?</a>)?(</div>)"  # spans are of untranslated.py
)

LINK = re.compile(r'(href="[a-z0-9-]+)\.(?:html|ipynb)#claim-')


class Replications(Directive):
    """``{replications}`` gives the summary and the picture; with a chapter's name, its table."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        # They load PyTorch, which no other page needs.
        from book_site.text import replication_tables, stale_results

        env = self.state.document.settings.env
        stale_results.note_code_dependencies(env)
        env.note_dependency(str(Path(env.srcdir, FILE)))
        html_of_claims = replication_tables.render(Path(env.srcdir, FILE), *self.arguments)
        return [nodes.raw("", html_of_claims, format="html")]


def known_claims(root: Path) -> set[str]:
    """Name the claims that have a row on the page *How sure are we?*."""
    file = root / FILE
    chapters = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return {claim["id"] for chapter in chapters.values() for claim in chapter["claims"]}


def failed_claims(html_of_page: str) -> list[str]:
    """List what a page says of claims that do not hold in this build."""
    texts = (TAG.sub("", text) for _, _, text, _ in CLAIM.findall(html_of_page))
    return [html.unescape(text) for text in texts if "✗" in text]


def link_claims(claim_ids: set[str], page: str, html_of_page: str) -> str:
    """Link each claim of a page to its row, in place of the link of an earlier build."""
    rows_page = posixpath.relpath(f"{PAGE}.html", posixpath.dirname(page))

    def with_link(match: re.Match) -> str:
        begin, id, text, end = match.groups()
        link = f' <a href="{rows_page}#of-claim-{id}">How sure?</a>' if id in claim_ids else ""
        return f"{begin}{text}{link}{end}"

    return CLAIM.sub(with_link, html_of_page)


def link_to_pages(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let the links of tables lead to pages: of the site or the ebook, not to notebooks."""
    for raw in doctree.findall(nodes.raw):
        if "mh-rows" in raw.astext():
            to_page = rf"\1{app.builder.out_suffix}#claim-"
            raw.children = [nodes.Text(LINK.sub(to_page, raw.astext()))]
