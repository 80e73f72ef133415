"""The end of a build: files beside the pages, then every page through the list of its passes."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import book_site
import pytest
from book_site.pages import content_policy, embed_pages, unused_assets
from multihead.claims import Claim
from multihead.widgets import HeadSlices

PAGE = """<head>
<meta charset="utf-8">
<title>One — A book</title>
<script src="_static/scripts/fontawesome.js"></script>
<script src="_static/doctools.js"></script>
<script src="_static/sphinx_highlight.js"></script>
<script src="_static/searchtools.js"></script>
<script src="_static/language_data.js"></script>
<script src="searchindex.js"></script>
<script>start()</script>
</head><body><i class="fa-solid fa-bars"></i>
<div class="sidebar-primary-item"><a class="navbar-brand"></a></div>
<h1>One<a class="headerlink"></a></h1>
<div class="mh-figure mh-claim" id="claim-a" data-claim="{}">✗ A &lt; B</div>
"""
STYLES = '.fa-bars:before{content:"\\f0c9"}.fa-bell:before{content:"\\f0f3"}'


@pytest.fixture
def app(tmp_path, monkeypatch):
    """What the end of a build asks Sphinx for: a site of one page and its icons."""
    out = tmp_path / "_build"
    fonts = out / "_static" / unused_assets.ICON_FONTS
    for folder in (out / "book", tmp_path / "book", fonts):
        folder.mkdir(parents=True)
    (out / "book" / "one.html").write_text(PAGE, "utf-8")
    (out / "_static" / "icons.css").write_text(STYLES, "utf-8")
    chapters = {"01-a": {"claims": [Claim("a", "A", "share", 25, (0.8,), above=0.5).to_store()]}}
    (tmp_path / "book" / "replications.json").write_text(json.dumps(chapters), "utf-8")
    monkeypatch.setattr(book_site, "FILE_WRITERS", ())
    builder = SimpleNamespace(name="html")
    names = {"project": "A book", "root_doc": "book/intro"}
    config = SimpleNamespace(release="1.2.3", html_baseurl="", **names)
    return SimpleNamespace(srcdir=tmp_path, outdir=out, builder=builder, config=config)


def finished(app) -> str:
    book_site.finish(app, None)
    return (app.outdir / "book" / "one.html").read_text("utf-8")


def test_a_page_has_its_fixes_its_links_and_last_of_all_its_policy(app):
    html = finished(app)
    assert "searchtools" not in html
    assert '<meta name="version" content="1.2.3">\n</head>' in html
    assert '✗ A &lt; B <a href="how-sure.html#of-claim-a">How sure?</a></div>' in html
    assert content_policy.META_TAG.format(content_policy.policy(html)) in html


def test_a_widget_has_a_page_of_its_own_as_long_as_it_is_in_the_book(app, monkeypatch):
    monkeypatch.setattr(book_site, "FILE_WRITERS", (embed_pages.remove_old_pages,))
    page, folder = app.outdir / "book" / "one.html", app.outdir / "widgets" / "one"
    page.write_text(PAGE + HeadSlices().static_html(), "utf-8")
    html = finished(app)
    assert 'data-embed="../widgets/one/HeadSlices1.html"' in html
    assert content_policy.META_TAG.format(content_policy.policy(html)) in html
    first = (folder / "HeadSlices1.html").read_text("utf-8")
    assert finished(app) == html
    assert [path.name for path in folder.iterdir()] == ["HeadSlices1.html"]
    assert (folder / "HeadSlices1.html").read_text("utf-8") == first
    page.write_text(PAGE, "utf-8")
    finished(app)
    assert not folder.exists()


def test_a_claim_that_does_not_hold_is_told_with_its_page(app, capsys):
    finished(app)
    assert capsys.readouterr().out == "one.html: ✗ A < B\n"


@pytest.mark.parametrize(
    ("name", "exception"), [("html", ValueError("a page failed")), ("linkcheck", None)]
)
def test_after_a_failure_and_by_another_builder_nothing_is_written(app, name, exception):
    app.builder.name = name
    book_site.finish(app, exception)
    assert (app.outdir / "book" / "one.html").read_text("utf-8") == PAGE


def test_every_module_has_a_test_file_of_its_name():
    package, tests = Path(book_site.__file__).parent, Path(__file__).parent
    files = [p for p in package.glob("*/*.py") if p.stem != "__init__"]
    # The fingerprint is one function, in several files.
    modules = {p.parent.stem if p.match("fingerprint/*") else p.stem for p in files}
    named = {re.sub("^test_", "", p.stem) for p in tests.glob("test_*.py")}
    assert len(modules) > 20
    assert modules - named == set()
