"""What version a page says it is, and the link that reports an error on it."""

import subprocess
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from accessibility import RULES, violations
from book_site.building.repository import commit
from book_site.pages import report_error
from bs4 import BeautifulSoup
from built_pages import OLD_HOME, soup_of
from small_book import SmallBook
from sphinx.errors import ExtensionError
from visits import Visit

REPORT = '.mh-report a[href*="/issues/"]'
PAGE = '<head>\n</head><body><div class="extra_footer">\n  <p>Code</p></div>'
AT = "https://github.com/a/b"


def test_the_link_opens_an_issue_with_the_page_and_its_version():
    site = "https://x.edu/c/"
    html = report_error.with_version("1.2.0+ab", AT, site, "book/a&b.html", PAGE)
    (link,) = BeautifulSoup(html, "html.parser").select(".extra_footer > p:first-child > a")
    assert link.get_text() == "Report an error here"
    there = urlsplit(link["href"])
    assert f"{there.scheme}://{there.netloc}{there.path}" == f"{AT}/issues/new"
    assert "+" not in there.query
    filled_in = parse_qs(there.query, strict_parsing=True)
    assert filled_in["title"] == ["Error on book/a&b.html"]
    (body,) = filled_in["body"]
    assert body.startswith("Page: https://x.edu/c/book/a&b.html\nVersion: 1.2.0+ab\n\nWhat ")


def test_a_page_has_its_version_and_without_a_repository_no_link():
    html = report_error.with_version("1.2.0+ab", None, "", "one.html", PAGE)
    assert html == PAGE.replace("</head>", '<meta name="version" content="1.2.0+ab">\n</head>')


@pytest.mark.parametrize("part", ["</head>", "extra_footer"])
def test_a_page_without_the_place_for_it_is_named(part):
    with pytest.raises(ExtensionError, match=f"^book/one.html: .*{part}"):
        report_error.with_version("1.2.0+ab", AT, "", "book/one.html", PAGE.replace(part, "<new>"))


def test_a_page_that_only_leads_on_needs_no_foot():
    moved = '<head>\n<meta http-equiv="refresh" content="0; url=a.html">\n</head>'
    assert "Report" not in report_error.with_version("1.2.0+ab", AT, "", "intro.html", moved)


def test_a_new_commit_replaces_what_an_old_one_left():
    old = report_error.with_version("1.2.0+ab", AT, "", "one.html", PAGE)
    assert report_error.with_version("1.2.0+ab", AT, "", "one.html", old) == old
    new = report_error.with_version("1.2.0+cd", AT, "", "one.html", old)
    assert new == report_error.with_version("1.2.0+cd", AT, "", "one.html", PAGE)


# ---- In a built book ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The site of a small book that knows its commit and its repository."""
    book = SmallBook(tmp_path_factory.mktemp("book"))
    me = ["-c", "user.name=-", "-c", "user.email=-"]
    for words in (["init", "-q"], [*me, "commit", "-q", "--allow-empty", "-m", "The book"]):
        subprocess.run(["git", "-C", book.root, *words], check=True)
    result = book.build(GITHUB_REPOSITORY="a/b")
    assert result.returncode == 0, result.stdout
    return book.root / "_build" / "html"


def test_every_page_has_its_version_and_the_link(built):
    pages = [*built.rglob("*.html")]
    assert {"one.html", "index.html", "404.html", "search.html"} <= {page.name for page in pages}
    for path in pages:
        page, name = soup_of(path), path.relative_to(built).as_posix()
        (version,) = page.select('head > meta[name="version"]')
        assert version["content"].endswith(f"+{commit(built)}")
        links = [link["href"] for link in page.select(REPORT)]
        assert len(links) == (name != OLD_HOME), name
        assert all(f"title=Error%20on%20{quote(name, safe='')}&" in link for link in links)


def test_a_finger_hits_the_link_all_can_read_it_and_paper_is_without(browser, built):
    with Visit(browser, built / "book" / "one.html", width=360) as visit:
        link = visit.page.get_by_role("link", name="Report an error here")
        box = link.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        for state in RULES:
            visit.change(*state)
            assert violations(visit.page, *state) == []
        visit.page.emulate_media(media="print")
        assert not link.is_visible()
        assert visit.troubles == []
