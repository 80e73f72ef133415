"""The end of a build: files beside the pages, then every page through the list of its passes."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import book_site
import pytest
from book_site.pages import alone, content_policy, light_pages
from fontTools.ttLib import TTFont
from multihead.claims import Claim
from multihead.widgets import HeadSlices, TextLab
from sphinx.errors import ExtensionError

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
    fonts = out / "_static" / light_pages.ICON_FONTS
    for folder in (out / "book", tmp_path / "book", fonts):
        folder.mkdir(parents=True)
    (out / "book" / "one.html").write_text(PAGE, "utf-8")
    (out / "_static" / "icons.css").write_text(STYLES, "utf-8")
    kept = {"01-a": {"claims": [Claim("a", "A", "share", 25, (0.8,), above=0.5).to_store()]}}
    (tmp_path / "book" / "replications.json").write_text(json.dumps(kept), "utf-8")
    monkeypatch.setattr(book_site, "FILES", ())
    builder = SimpleNamespace(name="html")
    config = SimpleNamespace(release="1.2.3", html_baseurl="", root_doc="book/intro")
    return SimpleNamespace(srcdir=tmp_path, outdir=out, builder=builder, config=config)


def finished(app) -> str:
    book_site.finish(app, None)
    return (app.outdir / "book" / "one.html").read_text("utf-8")


def test_a_page_has_its_fixes_its_links_and_last_of_all_its_policy(app):
    html = finished(app)
    assert "searchtools" not in html
    assert '<meta name="version" content="1.2.3">\n</head>' in html
    assert '✗ A &lt; B <a href="how-sure.html#of-claim-a">How sure?</a></div>' in html
    assert content_policy.TAG.format(content_policy.policy(html)) in html


def test_a_second_build_changes_nothing(app):
    html = finished(app)
    assert finished(app) == html


def test_a_page_that_holds_the_widget_has_its_models_beside_it(app):
    finished(app)
    models = app.outdir / "_static" / "real_text"
    assert not models.exists()
    page = app.outdir / "book" / "one.html"
    page.write_text(PAGE + TextLab(seeds=[0]).static_html(), "utf-8")
    finished(app)
    assert [path.name for path in models.iterdir()] == ["seed-00.js"]


def test_a_widget_has_a_page_of_its_own_as_long_as_it_is_in_the_book(app, monkeypatch):
    monkeypatch.setattr(book_site, "FILES", (alone.remove,))
    page, folder = app.outdir / "book" / "one.html", app.outdir / "widgets" / "one"
    page.write_text(PAGE + HeadSlices().static_html(), "utf-8")
    html = finished(app)
    assert 'data-alone="../widgets/one/HeadSlices1.html"' in html
    assert content_policy.TAG.format(content_policy.policy(html)) in html
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


def test_the_fonts_have_the_icons_of_the_pages_and_no_others(app):
    finished(app)
    fonts = (app.outdir / "_static" / light_pages.ICON_FONTS).glob("*.woff2")
    icons = set().union(*(TTFont(font).getBestCmap() or () for font in fonts))
    assert 0xF0C9 in icons
    assert 0xF0F3 not in icons


@pytest.mark.parametrize(
    ("name", "exception"), [("html", ValueError("a page failed")), ("linkcheck", None)]
)
def test_after_a_failure_and_by_another_builder_nothing_is_written(app, name, exception):
    app.builder.name = name
    book_site.finish(app, exception)
    assert (app.outdir / "book" / "one.html").read_text("utf-8") == PAGE


def test_a_page_that_is_refused_is_named_with_its_folder(app):
    (app.outdir / "book" / "one.html").write_text(PAGE.replace("charset", "letters"))
    with pytest.raises(ExtensionError, match=r"^book/one\.html: .*charset"):
        book_site.finish(app, None)


def test_every_pass_is_connected_once_and_the_theme_is_followed():
    connected = []
    app = SimpleNamespace(
        connect=lambda event, call, priority: connected.append((event, call, priority)),
        **dict.fromkeys(
            ("add_config_value", "add_builder", "add_directive", "add_html_math_renderer"),
            lambda *a, **named: None,
        ),
        add_css_file=lambda *a, **named: None,
        add_js_file=lambda *a, **named: None,
    )
    book_site.setup(app)
    listed = [(event, one) for event, passes in book_site.PASSES.items() for one in passes]
    assert [(event, one) for event, one, _ in connected] == listed
    assert len(set(listed)) == len(listed)
    late = {event for event, _, priority in connected if priority > 501}  # the theme's last one
    assert late == {"html-page-context", "build-finished"}


def test_every_module_has_a_test_file_of_its_name():
    package, tests = Path(book_site.__file__).parent, Path(__file__).parent
    files = [p for p in package.glob("*/*.py") if p.stem != "__init__"]
    # The fingerprint is one function, in several files.
    modules = {p.parent.stem if p.match("fingerprint/*") else p.stem for p in files}
    named = {re.sub("^test_", "", p.stem) for p in tests.glob("test_*.py")}
    assert len(modules) > 20
    assert modules - named == set()


def test_a_build_loads_no_pytorch_before_a_page_needs_it():
    look = "import sys, book_site; print({'torch', 'matplotlib'} & {*sys.modules})"
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"
