"""What stands in the head of a page: title, description, icons, colours, its card, one script.

The description is the one in the page's front matter (`myst: html_meta: description:`), or else its
first sentences. Whoever shares a link sees the title, the description and the page's card
(`cards.py`), or else that of the course, `pictures/card.png`.
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.fileutil import copy_asset

from book_site.pages import cards
from book_site.pages.site_address import page_address

PICTURES = Path(__file__).parent / "pictures"
HOME_TITLE = "{project}: a course on multi-head attention"
SHORTEST, LONGEST = 50, 160  # letters in a description; search engines cut longer ones
COURSE_CARD = (
    "_static/card.png",
    "Two heads of one layer after training: one attends two tokens back, the other to the "
    "previous token.",
)
ICON_TAGS = (
    '<link rel="icon" href="{path}/icon.png" sizes="32x32" type="image/png">\n'
    '<link rel="icon" href="{path}/icon.svg" sizes="any" type="image/svg+xml">\n'
    '<link rel="apple-touch-icon" href="{path}/touch.png">\n'
)
# The theme's grounds, for the bar around the page and for the moment before the style is there.
COLOUR_TAGS = (
    '<meta name="color-scheme" content="light dark">\n'
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfbf8">\n'
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#15181b">\n'
)
# Before the theme's own, which ask the storage.
STORAGE_SCRIPT = f"<script>\n{Path(__file__).with_name('storage.js').read_text('utf-8')}</script>\n"
DESCRIPTIONS = {
    "search": "Search all chapters, exercises, questions and terms of this course.",
    "genindex": "All terms of this course from A to Z, with the place where each is explained.",
    "404": "This page does not exist. Search the course, or choose a page from its contents.",
}


def fill(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    if app.builder.name != "html":
        return
    if pagename == app.config.root_doc:
        context["title"] = HOME_TITLE.format(project=app.config.project)
        context["docstitle"] = ""  # its title has the book's name already
    tags = ICON_TAGS.format(path=context["pathto"]("_static", 1)) + COLOUR_TAGS + STORAGE_SCRIPT
    if doctree is None:
        context["pageurl"] = None
        tags += meta_tag("name", "robots", "noindex")
        tags += meta_tag("name", "description", DESCRIPTIONS[pagename])
    else:
        text = written_description(doctree)
        if text is None:
            text = first_sentences(doctree)
            tags += meta_tag("name", "description", text)
        context["pageurl"] = page_address(app, pagename) if app.config.html_baseurl else None
        card = cards.write_card(app, pagename, doctree) or COURSE_CARD
        tags += card_tags(app, pagename, context, text, *card)
    context["metatags"] = context.get("metatags", "") + tags


def meta_tag(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{html.escape(content)}">\n'


def card_tags(
    app: Sphinx, pagename: str, context: dict, description: str, picture: str, alt: str
) -> str:
    """Write the tags of the card; its addresses are whole where the site's address is known."""
    address = app.config.html_baseurl
    properties = {
        "og:site_name": app.config.project,
        "og:type": "website" if pagename == app.config.root_doc else "article",
        "og:title": html.unescape(re.sub("<.*?>", "", context["title"])),
        "og:description": description,
        **({"og:url": context["pageurl"]} if address else {}),
        "og:image": address + picture if address else context["pathto"](picture, 1),
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": alt,
    }
    tags = [meta_tag("property", name, content) for name, content in properties.items()]
    return "".join(tags) + meta_tag("name", "twitter:card", "summary_large_image")


def written_description(doctree: nodes.document) -> str | None:
    metas = doctree.findall(nodes.meta)
    return next((meta["content"] for meta in metas if meta.get("name") == "description"), None)


def first_sentences(doctree: nodes.document) -> str:
    """Return as many whole sentences of a page's beginning as a description has room for."""
    text = ""
    for sentence in sentences(doctree):
        longer = f"{text} {sentence}".strip()
        if len(longer) > LONGEST:
            cut = longer[:LONGEST].rsplit(" ", 1)[0] + "…"
            return text if len(text) >= SHORTEST else cut
        text = longer
    return text


def sentences(doctree: nodes.document) -> Iterator[str]:
    """Give the sentences of a page's paragraphs, but for those with a formula."""
    for paragraph in doctree.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section):
            copy = paragraph.deepcopy()
            for formula in list(copy.findall(lambda n: isinstance(n, nodes.math | nodes.raw))):
                formula.parent.replace(formula, nodes.Text("\N{OBJECT REPLACEMENT CHARACTER}"))
            for sentence in re.split(r"(?<=[.?!])\s+", " ".join(copy.astext().split())):
                if "\N{OBJECT REPLACEMENT CHARACTER}" not in sentence:
                    yield sentence


def copy_pictures(app: Sphinx) -> None:
    copy_asset(PICTURES, Path(app.outdir, "_static"))
