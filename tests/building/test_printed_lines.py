"""A long line that a cell printed wraps behind an indent; rows of numbers stay rows."""

import pytest
from book_site.text import printed_lines
from bs4 import BeautifulSoup
from built_pages import CHAPTERS, soup_of

LONG = "mean over the heads of a seed: 0.100 (0.072 to 0.122)"
TABLE = "d_head  softmax\n     1     1.00   1.00\n     4     1.15   2.06\n    16     1.14   4.16"


def output(text: str) -> str:
    """Return what Sphinx writes of a text that a cell printed."""
    return (
        '<div class="output stream highlight-myst-ansi notranslate"><div class="highlight">'
        f"<pre><span></span>{text}\n</pre></div>\n</div>"
    )


def printed(text: str) -> BeautifulSoup:
    return BeautifulSoup(printed_lines.mark(output(text)), "html.parser").pre


def test_each_line_is_marked_with_its_depth_and_no_letter_is_lost():
    text = f"{LONG}\n\n   a &lt; b\n"
    pre = printed(text)
    assert pre.get_text() == f"{LONG}\n\n   a < b\n\n"
    assert [line.get("style") for line in pre.select(".mh-line")] == [
        *(None, None, "--depth:3"),
        None,
    ]
    assert [whole.get_text() for whole in pre.select(".mh-whole")] == ["(0.072 to 0.122)"]


@pytest.mark.parametrize(
    ("text", "classes", "lines"),
    [
        ("x" * 35, None, 1),
        ("x" * 36, ["mh-columns"], 1),
        ("x" * 46, ["mh-columns"], 1),
        ("x" * 47, None, 1),
        (TABLE, None, 0),
        (f"{TABLE}\n{LONG}", ["mh-columns"], 0),
        (f"{LONG}\n1 2 3\n4 5 6", None, 3),
    ],
)
def test_smaller_type_is_for_what_fits_in_it_and_for_tables(text, classes, lines):
    pre = printed(text)
    assert pre.get("class") == classes
    widest = max(map(len, text.split("\n")))
    assert pre.get("style") == (f"--columns:{widest}" if classes else None)
    assert len(pre.select(".mh-line")) == lines


@pytest.mark.parametrize("text", [LONG, f"{TABLE}\n{LONG}", "x" * 40])
def test_a_second_build_changes_no_line(text):
    html = printed_lines.mark(output(text))
    assert html != output(text)
    assert printed_lines.mark(html) == html


@pytest.mark.parametrize("page", CHAPTERS)
def test_only_tables_are_not_wrapped(site, page):
    for pre in soup_of(site / page).select(".output:is(.stream, .text_plain) pre"):
        is_table = sum(len(line.split()) > 2 for line in pre.get_text().split("\n")) > 2
        assert pre.select(".mh-line") or is_table, pre
