"""Where quoted claims hold, as `bench/settings.py` found; ``{settings}`` shows it.

Alone it gives a picture of all, with a chapter's name where the claims of that chapter hold.
"""

from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

FILE = "book/settings.json"


class WhereClaimsHold(Directive):
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        # They load PyTorch and Matplotlib, which no other page needs.
        from book_site.text import (
            settings_glance,
            settings_picture,
            settings_tables,
            stale_results,
        )

        env = self.state.document.settings.env
        stale_results.note_code_dependencies(env)
        for file in (FILE, "book/replications.json"):
            env.note_dependency(str(Path(env.srcdir, file)))
        claims = settings_tables.read(Path(env.srcdir, FILE))
        if self.arguments:
            of_chapter = [entry for entry in claims if entry.chapter == self.arguments[0]]
            html = settings_glance.with_table(of_chapter)
        else:
            html = settings_picture.draw(claims).markup
        return [nodes.raw("", html, format="html")]


class ClaimCounts(Directive):
    """``{claim-counts} seeds`` or ``settings``: how many claims hold; the page is of the one."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        from multihead.claims import replications

        from book_site.text import claim_counts, replication_tables, settings_tables, stale_results

        env = self.state.document.settings.env
        stale_results.note_code_dependencies(env)
        file, settings_file = (Path(env.srcdir, name) for name in ("book/replications.json", FILE))
        for name in (file, settings_file):
            env.note_dependency(str(name))
        chapters, claims = replications.load(file), settings_tables.read(settings_file)
        if self.arguments == ["seeds"]:
            stale = replication_tables.stale_chapters(file, chapters)
            text = claim_counts.of_seeds_page(chapters, claims, stale)
        else:
            text = claim_counts.of_settings_page(chapters, claims)
        paragraphs = nodes.Element()
        self.state.nested_parse(StringList(text.split("\n")), self.content_offset, paragraphs)
        return paragraphs.children
