"""The list that gains a line a chapter."""

import tomllib

import pytest
from book_site.text import before_you_say
from built_pages import soup_of
from conftest import ROOT

LINES = tomllib.loads((ROOT / before_you_say.FILE).read_text("utf-8"))["lines"]
CHAPTERS = [line["chapter"] for line in LINES]


def test_lines_stand_in_the_order_of_chapters_one_for_each():
    assert sorted(set(CHAPTERS)) == CHAPTERS


@pytest.mark.parametrize("chapter", [*CHAPTERS, before_you_say.LAST_CHAPTER])
def test_a_chapter_has_the_list_up_to_its_own_line(site, chapter):
    (summary,) = soup_of(site / f"book/{chapter}.html").select("section#what-we-now-know")
    items = summary.select(".mh-before-you-say li")
    expected = [line["line"] for line in LINES if line["chapter"] <= chapter]
    assert [item.get_text() for item in items] == expected
    new = [item.get_text() for item in items if "mh-now" in item.get("class", [])]
    assert new == expected[-1:] * (chapter in CHAPTERS)


def test_what_stands_in_a_line_is_escaped():
    html = before_you_say.list_until(
        [{"chapter": "06-a", "line": "1 < 2", "section": "s"}], "07-b", {"s": 'x.html#"'}
    )
    assert "1 &lt; 2" in html
    assert "&quot;" in html
