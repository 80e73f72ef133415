"""The home page is `index.html` itself, and every link leads there.

Its first screen has the question beside the live picture, and its side bar is closed. Its old
address leads on, as those in moved_pages.py do.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from book_site.building.required_matches import replaced

HOME = "index.html"
SCRIPT = Path(__file__).with_name("home_page.js").read_text("utf-8")
HERO = f'<div class="mh-hero"><script>{SCRIPT}</script><div class="mh-hero-text">'
SIDE_BAR = re.compile(r'(class="bd-sidebar-primary bd-sidebar)(?: pst-sidebar-hidden)?"')


class HomePageBuilder(StandaloneHTMLBuilder):
    """Sphinx's own builder, with another file for the first page of the contents."""

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return HOME if docname == self.config.root_doc else super().get_target_uri(docname, typ)

    def get_outfilename(self, pagename: str) -> str:
        if pagename == self.config.root_doc:
            return str(Path(self.outdir, HOME))
        return super().get_outfilename(pagename)


def wrap_hero(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put what the page says first beside its picture, with what that shows."""
    if app.builder.name != "html" or docname != app.config.root_doc:
        return
    title = next(doctree.findall(nodes.title))
    page, cell = title.parent, next(doctree.findall(nodes.container), None)
    if cell is None:
        return
    end = next((i for i, part in enumerate(page) if isinstance(part, nodes.section)), len(page))
    for place, text in (
        (end, "</div></div>"),
        (page.index(cell), '</div><div class="mh-hero-picture">'),
        (page.index(title), HERO),
    ):
        page.insert(place, nodes.raw("", text, format="html"))


def wrap_chapter_rows(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make each chapter of the contents a row, whose style makes all of it a link."""
    if app.builder.name != "html" or docname != app.config.root_doc:
        return
    for contents in doctree.findall(nodes.definition_list):
        for chapter in list(contents):
            row = contents.index(chapter)
            contents.insert(row + 1, nodes.raw("", "</div>", format="html"))
            contents.insert(row, nodes.raw("", '<div class="mh-chapter-row">', format="html"))


def close_side_bar(page: str, html: str) -> str:
    return replaced(SIDE_BAR, r'\1 pst-sidebar-hidden"', html, page) if page == HOME else html


def old_addresses(app: Sphinx) -> dict[str, str]:
    return {f"{app.config.root_doc}.html": HOME}
