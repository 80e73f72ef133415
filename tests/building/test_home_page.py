"""The first page of the contents is index.html, and its old address leads there."""

from types import SimpleNamespace

import pytest
from book_site.pages import home_page


@pytest.fixture
def builder(tmp_path):
    made = home_page.HomeAtTheTop.__new__(home_page.HomeAtTheTop)
    made.config = SimpleNamespace(root_doc="book/intro")
    made.outdir, made.out_suffix = tmp_path, ".html"
    made.link_suffix = ".html"
    return made


def test_links_and_the_file_of_the_home_page_are_at_the_top(builder, tmp_path):
    assert builder.get_target_uri("book/intro") == "index.html"
    assert builder.get_outfilename("book/intro") == str(tmp_path / "index.html")


def test_other_pages_stay_where_they_are(builder, tmp_path):
    assert builder.get_target_uri("book/one") == "book/one.html"
    assert str(builder.get_outfilename("book/one")) == str(tmp_path / "book" / "one.html")


def test_the_old_address_keeps_what_was_set_and_works_without_script(tmp_path):
    config = SimpleNamespace(root_doc="book/intro", project="Many Heads")
    (tmp_path / "book").mkdir()
    home_page.leave_note(SimpleNamespace(config=config, outdir=tmp_path))
    note = (tmp_path / "book" / "intro.html").read_text("utf-8")
    assert 'location.replace("../index.html" + location.search + location.hash)' in note
    assert '<meta http-equiv="refresh" content="0; url=../index.html">' in note
    assert '<a href="../index.html">' in note
    assert '<meta name="robots" content="noindex">' in note
    assert "<title>The home page has moved — Many Heads</title>" in note
