"""The list of all exercises, by chapter; ``{exercises}`` shows it.

There, `hand_in/choice.js` lets an instructor tick some and copy one link to them.
"""

import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes

from book_site.building.pages_of_exercises import PAGES
from book_site.building.required_matches import found
from book_site.learners.hand_in import FACTS, MARKUP, SECTION

CLASS = "mh-exercise-list"
CHAPTER = re.compile(r"^# Exercises for chapter (\d\d: .+)$", re.MULTILINE)


class Exercises(Directive):
    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        items = []
        for page in sorted(Path(env.srcdir, PAGES).glob("*.md")):
            env.note_dependency(str(page))
            items.append(chapter_item(page.read_text("utf-8"), page.name))
        return [nodes.bullet_list("", *items, classes=[CLASS])]


def chapter_item(page: str, file: str) -> nodes.list_item:
    """List the exercises of a chapter: each with its title, kind, minutes and name."""
    _, *parts = SECTION.split(page)
    items = [
        exercise_item(place, MARKUP.sub("", title), *found(FACTS, text, file)[0].groups())
        for place, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]
    title = MARKUP.sub("", found(CHAPTER, page, file)[0][1].replace(":", "", 1))
    line = nodes.paragraph("", "", nodes.strong("", title))
    return nodes.list_item("", line, nodes.bullet_list("", *items))


def exercise_item(place: str, title: str, kind: str, minutes: str) -> nodes.list_item:
    xref_options = {"refdomain": "std", "reftype": "ref", "reftarget": f"exercise-{place}"}
    link = addnodes.pending_xref("", nodes.inline("", title), refexplicit=True, **xref_options)
    facts = nodes.Text(f", {kind.lower()}, {minutes} minutes, ")
    name = nodes.literal("", place.replace("-", "_"))
    return nodes.list_item("", nodes.paragraph("", "", link, facts, name))
