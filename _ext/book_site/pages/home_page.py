"""The home page is `index.html` itself, and every link leads there.

Its old address sends readers on, with what they have set in a widget.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

HOME = "index.html"
MOVED = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="description" content="The home page of {project} has another address.">
<title>The home page has moved — {project}</title>
<script>location.replace("{home}" + location.search + location.hash);</script>
<noscript><meta http-equiv="refresh" content="0; url={home}"></noscript>
</head>
<body><main><h1>The home page has moved</h1><p><a href="{home}">Go there</a></p></main></body>
</html>
"""


class HomeAtTheTop(StandaloneHTMLBuilder):
    """Sphinx's own builder, with another file for the first page of the contents."""

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return HOME if docname == self.config.root_doc else super().get_target_uri(docname, typ)

    def get_outfilename(self, pagename: str) -> str:
        if pagename == self.config.root_doc:
            return str(Path(self.outdir, HOME))
        return super().get_outfilename(pagename)


def old_address(app: Sphinx) -> str:
    return f"{app.config.root_doc}.html"


def leave_note(app: Sphinx) -> None:
    old = old_address(app)
    text = MOVED.format(project=app.config.project, home="../" * old.count("/") + HOME)
    Path(app.outdir, old).write_text(text, "utf-8")
