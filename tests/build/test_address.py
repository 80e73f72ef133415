"""The site's address: where it comes from, and what is on the pages with it and without."""

import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from book_site.build import offline_site
from book_site.learners import launch
from book_site.pages import site_address
from built_pages import soup_of
from sphinx.errors import ExtensionError
from test_build import SmallBook

ADDRESS = "https://someone.github.io/many-heads/"
TEXT_NOTEBOOK = """---
jupytext: {text_representation: {extension: .md, format_name: myst}}
kernelspec: {name: python3, display_name: Python 3}
---

# A small book

{{ class_link }}

```{code-cell}
6 * 7
```
"""


@pytest.fixture(scope="module")
def sites(tmp_path_factory) -> dict[bool, Path]:
    """A small book, first built with an address, then over it without: by whether it has one."""
    book = SmallBook(tmp_path_factory.mktemp("address"))
    book.write("book/intro.md", TEXT_NOTEBOOK)
    html, known = book.root / "_build" / "html", book.root / "known"
    result = book.build(GITHUB_REPOSITORY="Someone/many-heads", HUB_URL="https://hub.example.edu")
    assert result.returncode == 0, result.stdout + result.stderr
    shutil.copytree(html, known)
    result = book.build()
    assert result.returncode == 0, result.stdout + result.stderr
    return {True: known, False: html}


def launch_links(page: Path) -> dict[str, str]:
    """Return where the launch buttons of a page lead, by their names."""
    links = soup_of(page).select(".dropdown-launch-buttons a")
    return {link.get_text(strip=True): link["href"] for link in links}


def test_the_launch_buttons_open_the_notebooks_of_the_repository_that_built_the_page(sites):
    pulled = "repo=https%3A//github.com/Someone/many-heads&urlpath=lab/tree/many-heads"
    assert launch_links(sites[True] / "book" / "one.html") == {
        "Binder": "https://mybinder.org/v2/gh/Someone/many-heads/notebooks"
        "?urlpath=lab/tree/book/one.ipynb",
        "JupyterHub": "https://hub.example.edu/hub/user-redirect/git-pull"
        f"?{pulled}/book/one.ipynb&branch=notebooks",
        "Colab": "https://colab.research.google.com/github/Someone/many-heads"
        "/blob/notebooks/book/one.ipynb",
    }


def test_there_is_no_launch_button_without_an_address_or_a_notebook_that_opens(sites):
    assert launch_links(sites[False] / "book" / "one.html") == {}
    assert "42" in (sites[True] / "index.html").read_text()
    assert launch_links(sites[True] / "index.html") == {}


def launch_options(monkeypatch, root: Path, **settings: str) -> dict:
    """Return what the theme is told of launch buttons in an environment."""
    for name in ("GITHUB_REPOSITORY", "HUB_URL"):
        monkeypatch.setenv(name, settings.get(name, ""))
    config = SimpleNamespace(html_theme_options={})
    launch.configure(SimpleNamespace(srcdir=root), config)
    return config.html_theme_options.get("launch_buttons", {})


def test_a_hub_has_a_button_only_if_it_is_named(tmp_path, monkeypatch):
    options = launch_options(monkeypatch, tmp_path, GITHUB_REPOSITORY="a/b")
    assert options["binderhub_url"]
    assert options["jupyterhub_url"] == ""
    assert launch_options(monkeypatch, tmp_path) == {}


@pytest.mark.parametrize(
    ("repository", "hub", "error"),
    [
        ("a/b", "hub.example.edu", "HUB_URL='hub.example.edu' is no address of a site; use https"),
        ("", "https://hub.example.edu", "set GITHUB_REPOSITORY=owner/name too"),
    ],
)
def test_a_hub_that_cannot_be_used_is_named(tmp_path, monkeypatch, repository, hub, error):
    with pytest.raises(ExtensionError, match=error):
        launch_options(monkeypatch, tmp_path, GITHUB_REPOSITORY=repository, HUB_URL=hub)


def test_the_link_for_a_class_pulls_from_this_repository_or_is_not_there(sites):
    repository = "repo=https%3A%2F%2Fgithub.com%2FSomeone%2Fmany-heads&branch=notebooks"
    home = soup_of(sites[True] / "index.html").get_text()
    assert f"https://hub.example.edu/hub/user-redirect/git-pull?{repository}" in home
    assert "lab%2Ftree%2Fmany-heads%2Fbook%2F01-self-attention.ipynb" in home
    unknown = soup_of(sites[False] / "index.html").get_text()
    assert "does not know its address" in unknown
    assert "git-pull" not in unknown


@pytest.mark.parametrize(
    ("page", "address"), [("index.html", ADDRESS), ("book/one.html", f"{ADDRESS}book/one.html")]
)
def test_a_page_names_its_one_address_where_it_is_known(sites, page, address):
    known, unknown = (soup_of(sites[has] / page) for has in (True, False))
    for soup, expected in ((known, [address]), (unknown, [])):
        assert [link["href"] for link in soup.select("link[rel=canonical]")] == expected
        assert [meta["content"] for meta in soup.select('meta[property="og:url"]')] == expected
    picture = 'meta[property="og:image"]'
    assert known.select_one(picture)["content"] == f"{ADDRESS}_static/card.png"
    beside = sites[False] / Path(page).parent / unknown.select_one(picture)["content"]
    assert beside.resolve() == sites[False] / "_static" / "card.png"


def test_the_sitemap_lists_each_page_once_and_needs_the_address(sites):
    places = ElementTree.parse(sites[True] / "sitemap.xml").findall(".//{*}loc")
    assert sorted(p.text for p in places) == [ADDRESS, f"{ADDRESS}book/one.html"]
    assert f"Sitemap: {ADDRESS}sitemap.xml\n" in (sites[True] / "robots.txt").read_text()
    assert not (sites[False] / "sitemap.xml").exists()
    assert not (sites[False] / "robots.txt").exists()


def test_pages_that_only_help_have_no_address_and_are_not_to_be_found(sites):
    for name in ("404.html", "search.html", "genindex.html"):
        soup = soup_of(sites[True] / name)
        assert soup.select("link[rel=canonical]") == []
        assert soup.select_one('meta[name="robots"]')["content"] == "noindex"


def test_links_of_the_missing_page_start_from_the_root_of_the_site(sites):
    assert soup_of(sites[True] / "404.html").base["href"] == "/many-heads/"
    assert soup_of(sites[False] / "404.html").base["href"] == "/"


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({"GITHUB_REPOSITORY": "Someone/Many-Heads"}, "https://someone.github.io/Many-Heads/"),
        ({"GITHUB_REPOSITORY": "Fork/many-heads"}, "https://fork.github.io/many-heads/"),
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
    with pytest.raises(ExtensionError, match=f"SITE_URL='{wrong}' is no address of a site; use"):
        site_address.site_address(tmp_path)


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("git@github.com:someone/many-heads.git", "https://github.com/someone/many-heads"),
        ("https://github.com/someone/many.heads", "https://github.com/someone/many.heads"),
        ("https://example.org/someone/many-heads.git", None),
        ("../somewhere/else", None),
    ],
)
def test_the_address_comes_from_the_remote(tmp_path, monkeypatch, remote, url):
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", remote], check=True)
    assert offline_site.repository_url(tmp_path) == url
