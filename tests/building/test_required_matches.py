"""What the theme wrote is found, or the build fails and names the expression and the page."""

import re

import pytest
from book_site.building import required_matches
from sphinx.errors import ExtensionError

HEADING = re.compile(r"<h\d>(.*?)</h\d>")


def test_every_match_is_found_and_replaced_or_only_the_first():
    html = "<h1>One</h1> <h2>Two</h2>"
    assert [match[1] for match in required_matches.found(HEADING, html, "one.html")] == [
        "One",
        "Two",
    ]
    assert required_matches.replaced(HEADING, r"\1", html, "one.html") == "One Two"
    assert (
        required_matches.replaced(HEADING, r"\1", html, "one.html", once=True) == "One <h2>Two</h2>"
    )


@pytest.mark.parametrize(
    "change",
    [required_matches.found, lambda *where: required_matches.replaced(where[0], "", *where[1:])],
)
def test_what_is_not_there_is_named_with_its_page(change):
    with pytest.raises(ExtensionError) as error:
        change(HEADING, "<p>One</p>", "book/one.html")
    assert "book/one.html" in str(error.value)
    assert repr(HEADING.pattern) in str(error.value)


def test_a_button_is_found_by_its_label_or_the_others_are_named():
    buttons = [{"type": "link"}, {"label": "download", "buttons": []}]
    assert required_matches.labelled(buttons, "download", "book/one") is buttons[1]
    with pytest.raises(ExtensionError, match=r"^book/one: .*'launch'.*'download'"):
        required_matches.labelled(buttons, "launch", "book/one")
