"""The head of a chapter: its part, its question, and a strip with what it needs and takes.

A chapter's first paragraph asks its question; *After this chapter* says what one can do then, and
*Needs:* what comes before. In Jupyter these are paragraphs. The ticks above the title are all
chapters in the parts of the table of contents.
"""

import html
import re
from collections.abc import Iterator
from itertools import takewhile

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from book_site.text.reading_time import TIME, says_needs

PART = re.compile(r"(Part [IVX]+): (.+)")
NUMBERED = re.compile(r"(\d\d) (.+)", re.DOTALL)


def is_chapter(env: BuildEnvironment, docname: str) -> bool:
    """Say whether a page is a chapter or a side road: those are notebooks."""
    return env.doc2path(docname).endswith(".ipynb")


def shape(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.name != "html" or not is_chapter(app.env, docname):
        return
    title = next(doctree.findall(nodes.title))
    chapter = title.parent
    after = chapter.index(title) + 1
    opening = list(takewhile(lambda n: isinstance(n, nodes.paragraph), chapter[after:]))
    needs = next((i for i, p in enumerate(opening) if says_needs(p)), 0)
    if not needs:
        return
    question, *part_intro, aim = opening[:needs]
    question["classes"].append("mh-question")
    for paragraph in part_intro:
        paragraph["classes"].append("mh-part-intro")
    strip = nodes.container("", aim, *needs_and_time(opening[needs]), classes=["mh-strip"])
    chapter[after : after + needs + 1] = [question, *part_intro, strip]
    set_number_apart(title)
    chapter.insert(chapter.index(title), part_and_position(app, docname))


def needs_and_time(needs: nodes.paragraph) -> Iterator[nodes.paragraph]:
    """Cut what a chapter needs from the time that it takes."""
    time_index = next((i for i, part in enumerate(needs) if part.astext() == TIME), len(needs))
    for part in (needs[:time_index], needs[time_index:]):
        if part:
            yield nodes.paragraph("", "", *part)


def set_number_apart(title: nodes.title) -> None:
    if number := NUMBERED.match(title.astext()):
        rest = [part.deepcopy() for part in title.children]
        rest[0] = nodes.Text(rest[0].astext().removeprefix(number[1]))
        title[:] = [nodes.inline("", number[1], classes=["mh-number"]), *rest]


def part_and_position(app: Sphinx, docname: str) -> nodes.raw:
    """Say which part a chapter belongs to, and show where it stands among all."""
    ticks, kicker = "", ""
    for caption, pages in chapters_by_part(app):
        ticks += "<span>" + "".join(f"<i{' class=mh-here' * (p == docname)}></i>" for p in pages)
        ticks += "</span>"
        if docname in pages and (part_name := PART.match(caption)):
            kicker = f"<b>{part_name[1]}</b> {html.escape(part_name[2])}"
    text = (
        f'<p class="mh-kicker">{kicker}</p><div class="mh-ticks" aria-hidden="true">{ticks}</div>'
    )
    return nodes.raw("", text, format="html")


def chapters_by_part(app: Sphinx) -> Iterator[tuple[str, list[str]]]:
    """Give the parts of the table of contents that have chapters, with these."""
    root = app.env.get_doctree(app.config.root_doc)
    for toctree in root.findall(addnodes.toctree):
        pages = [page for _, page in toctree["entries"] if is_chapter(app.env, page)]
        if pages:
            yield toctree["caption"] or "", pages
