"""A site that knows its repository: what is on its pages by that, as Sphinx and the theme write."""

import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest
from accessibility import RULES, violations
from book_site.building.repository import commit
from built_pages import LEADS_ON, soup_of
from small_book import SmallBook
from visits import Visit

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
def known(tmp_path_factory) -> Path:
    """The site of a small book that knows its repository and its commit."""
    book = SmallBook(tmp_path_factory.mktemp("address"))
    book.write("book/intro.md", TEXT_NOTEBOOK)
    me = ["-c", "user.name=-", "-c", "user.email=-"]
    for words in (["init", "-q"], [*me, "commit", "-q", "--allow-empty", "-m", "The book"]):
        subprocess.run(["git", "-C", book.root, *words], check=True)
    result = book.build(GITHUB_REPOSITORY="Someone/many-heads", HUB_URL="https://hub.example.edu")
    assert result.returncode == 0, result.stdout
    return book.root / "_build" / "html"


def launch_links(page: Path) -> dict[str, str]:
    """Return where the launch buttons of a page lead, by the names of their services."""
    links = soup_of(page).select(".dropdown-launch-buttons a")
    return {link.get_text(strip=True).partition(" (needs ")[0]: link["href"] for link in links}


def test_the_launch_buttons_open_the_notebooks_of_the_repository_that_built_the_page(known):
    pulled = "repo=https%3A//github.com/Someone/many-heads&urlpath=lab/tree/many-heads"
    assert launch_links(known / "book" / "one.html") == {
        "Binder": "https://mybinder.org/v2/gh/Someone/many-heads/notebooks"
        "?urlpath=lab/tree/book/one.ipynb",
        "JupyterHub": "https://hub.example.edu/hub/user-redirect/git-pull"
        f"?{pulled}/book/one.ipynb&branch=notebooks",
        "Colab": "https://colab.research.google.com/github/Someone/many-heads"
        "/blob/notebooks/book/one.ipynb",
    }


def test_a_page_that_opens_in_no_notebook_has_no_launch_button_and_shows_the_link_of_a_class(known):
    home = soup_of(known / "index.html").get_text()
    assert "42" in home
    assert launch_links(known / "index.html") == {}
    assert "git-pull?repo=https%3A%2F%2Fgithub.com%2FSomeone%2Fmany-heads&" in home


@pytest.mark.parametrize(
    ("page", "address"), [("index.html", ADDRESS), ("book/one.html", f"{ADDRESS}book/one.html")]
)
def test_a_page_names_its_one_address_and_its_card(known, page, address):
    soup = soup_of(known / page)
    assert [link["href"] for link in soup.select("link[rel=canonical]")] == [address]
    assert [meta["content"] for meta in soup.select('meta[property="og:url"]')] == [address]
    picture = soup.select_one('meta[property="og:image"]')
    assert picture["content"] == f"{ADDRESS}_static/card.png"


def test_pages_that_only_help_have_no_address_and_are_not_to_be_found(known):
    for name in ("404.html", "search.html", "genindex.html"):
        soup = soup_of(known / name)
        assert soup.select("link[rel=canonical]") == []
        assert soup.select_one('meta[name="robots"]')["content"] == "noindex"
    assert soup_of(known / "404.html").base["href"] == "/many-heads/"


def test_every_page_has_its_version_and_a_link_that_reports_an_error(known):
    pages = [*known.rglob("*.html")]
    assert {"one.html", "index.html", "404.html", "search.html"} <= {page.name for page in pages}
    for path in pages:
        if LEADS_ON in path.read_text("utf-8"):
            continue
        page, name = soup_of(path), path.relative_to(known).as_posix()
        (version,) = page.select('head > meta[name="version"]')
        assert version["content"].endswith(f"+{commit(known)}")
        links = [link["href"] for link in page.select('.mh-report a[href*="/issues/"]')]
        assert len(links) == 1, name
        assert all(f"title=Error%20on%20{quote(name, safe='')}&" in link for link in links)


def test_a_finger_hits_that_link_all_can_read_it_and_paper_is_without(browser, known):
    with Visit(browser, known / "book" / "one.html", width=360) as visit:
        link = visit.page.get_by_role("link", name="Report an error here")
        box = link.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        for state in RULES:
            visit.change(*state)
            assert violations(visit.page, *state) == []
        visit.page.emulate_media(media="print")
        assert not link.is_visible()
        assert visit.troubles == []
