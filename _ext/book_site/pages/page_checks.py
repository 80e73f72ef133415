"""What fails the build: a missing page, and a widget that does not work without a kernel."""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book_site.building.source_location import of_node

LIVE_ONLY_WIDGET = "application/vnd.jupyter.widget-view+json"


def check_all_written(app: Sphinx) -> None:
    """Refuse a book of which Sphinx did not write a page, even if it does not say so."""
    for docname in sorted(app.env.found_docs):
        if not Path(app.builder.get_outfilename(docname)).is_file():
            source = app.env.doc2path(docname, base=False)
            raise ExtensionError(f"{source} is in the book but its page was not written")


def check_without_kernel(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Refuse a page with a widget that does not work without a kernel."""
    for raw in doctree.findall(nodes.raw):
        if LIVE_ONLY_WIDGET in raw.astext():
            raise ExtensionError(
                f"{of_node(app.srcdir, raw)}: this shows a plain ipywidget, which does not work "
                "without a kernel; use a widget of multihead.widgets"
            )
