"""Where the site's address comes from, and the files that need it."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from book_site.pages import site_address
from sphinx.errors import ExtensionError


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({"GITHUB_REPOSITORY": "Someone/Many-Heads"}, "https://someone.github.io/Many-Heads/"),
        ({"GITHUB_REPOSITORY": "Someone/someone.github.io"}, "https://someone.github.io/"),
        ({"GITHUB_REPOSITORY": "a/b", "SITE_URL": "https://x.edu/c"}, "https://x.edu/c/"),
        ({"SITE_URL": "http://localhost:8000"}, "http://localhost:8000/"),
        ({"GITHUB_REPOSITORY": "", "SITE_URL": ""}, None),
    ],
)
def test_the_address_comes_from_the_repository_or_is_given(
    tmp_path, monkeypatch, settings, address
):
    for name in ("GITHUB_REPOSITORY", "SITE_URL"):
        monkeypatch.setenv(name, settings.get(name, ""))
    assert site_address.site_address(tmp_path) == address


@pytest.mark.parametrize("wrong", ["example.org", "https://", "https://x.edu/a b", "ftp://x.edu"])
def test_an_address_that_is_none_is_named(tmp_path, monkeypatch, wrong):
    monkeypatch.setenv("SITE_URL", wrong)
    with pytest.raises(ExtensionError, match=f"SITE_URL='{wrong}'.*https://"):
        site_address.site_address(tmp_path)


@pytest.fixture
def app(tmp_path):
    """What the module asks Sphinx for: a book of two pages."""
    builder = SimpleNamespace(get_target_uri=lambda name: f"{name}.html")
    config = SimpleNamespace(html_baseurl="https://x.edu/c/", root_doc="book/intro")
    env = SimpleNamespace(found_docs={"book/intro", "book/one"})
    return SimpleNamespace(builder=builder, config=config, env=env, outdir=tmp_path)


def test_the_sitemap_has_every_page_and_goes_with_the_address(app):
    sitemap, robots = (Path(app.outdir, name) for name in ("sitemap.xml", "robots.txt"))
    site_address.write_sitemap_and_robots(app)
    assert "<loc>https://x.edu/c/</loc>" in sitemap.read_text("utf-8")
    assert "<loc>https://x.edu/c/book/one.html</loc>" in sitemap.read_text("utf-8")
    assert "Sitemap: https://x.edu/c/sitemap.xml\n" in robots.read_text("utf-8")
    app.config.html_baseurl = ""
    site_address.write_sitemap_and_robots(app)
    assert list(app.outdir.iterdir()) == []
