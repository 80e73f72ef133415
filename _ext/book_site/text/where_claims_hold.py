"""Where quoted claims hold, as `bench/settings.py` found; ``{settings}`` shows it.

Alone it gives a summary and a picture of all, with a chapter's name the table of that chapter.
"""

from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

FILE = "book/settings.json"


class WhereClaimsHold(Directive):
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        # They load PyTorch and Matplotlib, which no other page needs.
        from book_site.text import settings_picture, settings_tables, stale_results

        env = self.state.document.settings.env
        stale_results.note_code_dependencies(env)
        for file in (FILE, "book/replications.json"):
            env.note_dependency(str(Path(env.srcdir, file)))
        claims = settings_tables.read(Path(env.srcdir, FILE))
        if self.arguments:
            html = settings_tables.table(claims, self.arguments[0])
        else:
            html = (
                f"<p>{settings_tables.summary(claims)}</p>" + settings_picture.draw(claims).markup
            )
        return [nodes.raw("", html, format="html")]
