"""Convert widgets to a form that e-readers show: their tables."""

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx


def widgets_to_tables(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.name != "epub":
        return
    for raw in doctree.findall(nodes.raw):
        if "data-mh-widget" in raw.astext():
            tables = BeautifulSoup(raw.astext(), "html.parser").select("table")
            raw.children = [nodes.Text("".join(str(table) for table in tables))]


def setup(app: Sphinx) -> dict:
    app.connect("doctree-resolved", widgets_to_tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
