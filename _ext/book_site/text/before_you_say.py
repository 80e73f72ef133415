"""*Before you say what a head does*: a list that gains a line a chapter, and is whole in the last.

`book/before_you_say.toml` has the lines, each with its chapter and the section that shows it. A
later chapter may continue the line of another. The list stands after the summary of a chapter that
adds to it, and in the last chapter after the section about it.
"""

import tomllib
from html import escape
from pathlib import Path, PurePosixPath

from docutils import nodes
from sphinx.application import Sphinx

from book_site.text.going_further import SUMMARY
from book_site.text.quoted_claims import LAST_CHAPTER

FILE = "book/before_you_say.toml"
WHOLE = "how-you-would-know"  # the section of the last chapter


def add(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    file, chapter = Path(app.srcdir, FILE), PurePosixPath(docname).name
    if app.builder.name != "html" or not file.exists():
        return
    lines = tomllib.loads(file.read_text("utf-8"))["lines"]
    place = WHOLE if chapter == LAST_CHAPTER else SUMMARY
    section = next((s for s in doctree.findall(nodes.section) if place in s["ids"]), None)
    if section is None or chapter not in {LAST_CHAPTER, *(line["chapter"] for line in lines)}:
        return
    labels = app.env.get_domain("std").labels
    links = {
        line["section"]: app.builder.get_relative_uri(docname, labels[line["section"]][0])
        + f"#{labels[line['section']][1]}"
        for line in lines
    }
    section += nodes.raw("", list_until(lines, chapter, links), format="html")


def list_until(lines: list[dict[str, str]], chapter: str, links: dict[str, str]) -> str:
    """Return the list as it is at the end of a chapter; the lines stand in their order."""
    halves_by_chapter: dict[str, list[dict[str, str]]] = {}
    for line in lines:
        if line["chapter"] <= chapter:
            halves_by_chapter.setdefault(line.get("continues", line["chapter"]), []).append(line)
    items = ""
    for halves in halves_by_chapter.values():
        is_new = chapter in {half["chapter"] for half in halves}
        text = " ".join(
            f'<a href="{escape(links[half["section"]])}">{escape(half["line"])}</a>'
            for half in halves
        )
        items += f"<li{' class=mh-now' * is_new}>{text}</li>"
    title = "Before you say what a head does"
    return (
        f'<aside class="mh-before-you-say" aria-label="{title}"><p><b>{title}</b></p>'
        f"<ol>{items}</ol></aside>"
    )
