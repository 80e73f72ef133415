"""The first page of the contents is index.html, and its old address leads there."""

from types import SimpleNamespace

from book_site.pages import home_page


def test_the_old_address_keeps_what_was_set_and_works_without_script(tmp_path):
    config = SimpleNamespace(root_doc="book/intro", project="Many Heads")
    (tmp_path / "book").mkdir()
    home_page.write_redirect(SimpleNamespace(config=config, outdir=tmp_path))
    note = (tmp_path / "book" / "intro.html").read_text("utf-8")
    assert 'location.replace("../index.html" + location.search + location.hash)' in note
    assert '<meta http-equiv="refresh" content="0; url=../index.html">' in note
    assert '<a href="../index.html">' in note
    assert '<meta name="robots" content="noindex">' in note
    assert "<title>The home page has moved — Many Heads</title>" in note
