"""What fails the build: a missing page, and a widget that does not work without a kernel."""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

LIVE_ONLY_WIDGET = "application/vnd.jupyter.widget-view+json"


def all_written(app: Sphinx) -> None:
    """Refuse a book of which Sphinx did not write a page, even if it does not say so."""
    for docname in sorted(app.env.found_docs):
        if not Path(app.builder.get_outfilename(docname)).is_file():
            raise ExtensionError(f"{docname} is in the book but its page was not written")


def without_kernel(page: str, html: str) -> str:
    """Return the page as it is, if its widgets work without a kernel."""
    if LIVE_ONLY_WIDGET in html:
        raise ExtensionError(
            f"{page} shows a plain ipywidget, which does not work "
            "without a kernel; use a widget of multihead.widgets"
        )
    return html
