"""A term's line of the glossary, shown where the term stands, in the browser's own popover.

Each page has one popover for each term that it links to the glossary. `term_popovers.js` shows it
to a pointer, to the keyboard and at a tap, but beside a note in the margin that says the same.
Without the script, or in a browser without popovers, the link leads to the glossary as before.
Slides and widgets have none.
"""

from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from book_site.text import glossary_terms, margin_notes

SCRIPT = Path(__file__).with_name("term_popovers.js")
POPOVER = (
    '<div class="mh-term-popover" popover data-entry="{link}">{line}'
    '<a href="{link}" tabindex="-1">Glossary</a></div>\n'
)


def configure(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(SCRIPT))


def add(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Put the popovers behind the text of a page, and load the script if there are any.

    A link within the glossary has no `refuri`, since it leads to its own page.
    """
    if doctree is None:
        return
    entries = glossary_terms.entries(app.env)
    linked_addresses = {link.get("refuri") for link in doctree.findall(nodes.reference)}
    for glossary in {page for page, _ in entries.values()}:
        uri = app.builder.get_relative_uri(pagename, glossary)
        definitions = margin_notes.definitions(app.env.get_doctree(glossary))
        for name, (page, anchor) in entries.items():
            if page == glossary and f"{uri}#{anchor}" in linked_addresses:
                note = margin_notes.make_note(*definitions[name])
                context["body"] += popover(app, note, f"{uri}#{anchor}", anchor)
                app.add_js_file(SCRIPT.name, loading_method="defer")


def popover(app: Sphinx, note: nodes.inline, link: str, anchor: str) -> str:
    line = nodes.paragraph("", "", *note.children, ids=[f"{anchor}-in-short"])
    return POPOVER.format(link=escape(link), line=app.builder.render_partial(line)["fragment"])
