"""The site's address: where it comes from, and what is on the pages with it and without."""

import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from built_pages import soup_of
from small_book import SmallBook

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
    assert result.returncode == 0, result.stdout
    shutil.copytree(html, known)
    result = book.build()
    assert result.returncode == 0, result.stdout
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
