"""The one file of code is in the site, and linked from the home page."""

from types import SimpleNamespace

from book_site.learners import one_file
from built_pages import soup_of
from conftest import ROOT


def test_the_file_is_copied_as_it_is(tmp_path):
    app = SimpleNamespace(srcdir=ROOT, outdir=tmp_path)
    one_file.write_file(app)
    one_file.write_file(app)
    assert (tmp_path / one_file.FILE).read_bytes() == (ROOT / one_file.SOURCE).read_bytes()


def test_the_home_page_links_to_it(site):
    (link,) = soup_of(site / "index.html").article.select(f'a[href="{one_file.FILE}"]')
    assert link.get_text() == "heads.py"
    assert (site / one_file.FILE).read_bytes() == (ROOT / one_file.SOURCE).read_bytes()
