"""What fails the build is named: a page that is missing, a widget that cannot answer."""

from types import SimpleNamespace

import pytest
from book_site.pages import page_checks
from docutils import nodes
from sphinx.errors import ExtensionError


def test_a_page_that_was_not_written_is_named(tmp_path):
    app = SimpleNamespace(
        env=SimpleNamespace(found_docs={"one", "two"}, doc2path=lambda name, base: f"{name}.md"),
        builder=SimpleNamespace(get_outfilename=lambda name: tmp_path / f"{name}.html"),
    )
    (tmp_path / "one.html").touch()
    with pytest.raises(ExtensionError, match=r"^two\.md .*page was not written"):
        page_checks.check_all_written(app)
    (tmp_path / "two.html").touch()
    page_checks.check_all_written(app)


def test_a_widget_that_needs_a_kernel_is_refused_with_its_cell(tmp_path):
    html = '<script type="application/vnd.jupyter.widget-view+json">{}</script>'
    app = SimpleNamespace(srcdir=tmp_path)
    with pytest.raises(ExtensionError, match=r"^one\.ipynb, cell 3: .*ipywidget.*multihead"):
        page_checks.check_without_kernel(app, page_with(tmp_path, html), "one")
    harmless = page_with(tmp_path, html.replace("widget-view", "widget-state"))
    page_checks.check_without_kernel(app, harmless, "one")


def page_with(root, html: str) -> nodes.document:
    cell = nodes.container("", nodes.raw("", html, format="html"))
    cell.source, cell.line = str(root / "one.ipynb"), 30_000
    return nodes.document(None, None, "", cell)
