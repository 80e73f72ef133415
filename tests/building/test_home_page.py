"""The first page of the contents is index.html, and its old address leads there."""

from types import SimpleNamespace

from book_site.pages import home_page, moved_pages


def test_the_old_address_leads_to_the_home_page(tmp_path):
    app = SimpleNamespace(config=SimpleNamespace(root_doc="book/intro"))
    moved = moved_pages.read_moved(tmp_path, home_page.old_addresses(app))
    page = moved_pages.redirect("book/intro.html", moved, "Many Heads")
    assert '<meta http-equiv="refresh" content="0; url=../index.html">' in page
