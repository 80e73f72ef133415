"""What fails the build is named: a page that is missing, a widget that cannot answer."""

from types import SimpleNamespace

import pytest
from book_site.pages import page_checks
from sphinx.errors import ExtensionError


def test_a_page_that_was_not_written_is_named(tmp_path):
    app = SimpleNamespace(
        env=SimpleNamespace(found_docs={"one", "two"}),
        builder=SimpleNamespace(get_outfilename=lambda name: tmp_path / f"{name}.html"),
    )
    (tmp_path / "one.html").touch()
    with pytest.raises(ExtensionError, match=r"^two is in the book but its page was not written$"):
        page_checks.all_written(app)
    (tmp_path / "two.html").touch()
    page_checks.all_written(app)


def test_a_widget_that_needs_a_kernel_is_refused_with_its_page():
    html = '<script type="application/vnd.jupyter.widget-view+json">{}</script>'
    with pytest.raises(ExtensionError, match=r"^book/one\.html shows a plain ipywidget.*multihead"):
        page_checks.without_kernel("book/one.html", html)
    ours = html.replace("widget-view", "widget-state")
    assert page_checks.without_kernel("book/one.html", ours) == ours
