"""What version a page says it is, and the link that reports an error on it."""

from urllib.parse import parse_qs, urlsplit

import pytest
from book_site.pages import report_error
from bs4 import BeautifulSoup
from sphinx.errors import ExtensionError

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


def test_a_new_commit_replaces_what_an_old_one_left():
    old = report_error.with_version("1.2.0+ab", AT, "", "one.html", PAGE)
    assert report_error.with_version("1.2.0+ab", AT, "", "one.html", old) == old
    new = report_error.with_version("1.2.0+cd", AT, "", "one.html", old)
    assert new == report_error.with_version("1.2.0+cd", AT, "", "one.html", PAGE)
