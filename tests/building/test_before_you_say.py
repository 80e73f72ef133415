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
    last = chapter == before_you_say.LAST_CHAPTER
    place = before_you_say.WHOLE if last else "what-we-now-know"
    (section,) = soup_of(site / f"book/{chapter}.html").select(f"section#{place}")
    items = section.select(".mh-before-you-say li")
    told = [line for line in LINES if line["chapter"] <= chapter]
    lines = [
        [
            half["line"]
            for half in told
            if first["chapter"] in {half["chapter"], half.get("continues")}
        ]
        for first in told
        if "continues" not in first
    ]
    assert [[link.get_text() for link in item.select("a")] for item in items] == lines
    new = [item.select("a")[-1].get_text() for item in items if "mh-now" in item.get("class", [])]
    assert new == [line["line"] for line in told if line["chapter"] == chapter]


def test_a_line_that_continues_another_stands_behind_it_from_its_chapter_on():
    lines = [
        {"chapter": "12-a", "line": "One.", "section": "s"},
        {"chapter": "15-b", "line": "Two.", "section": "s"},
        {"chapter": "16-c", "line": "More.", "section": "s", "continues": "12-a"},
    ]
    before, now, after = (
        before_you_say.list_until(lines, chapter, {"s": "x"})
        for chapter in ("15-b", "16-c", "17-d")
    )
    assert "More." not in before
    assert '<li class=mh-now><a href="x">One.</a> <a href="x">More.</a></li>' in now
    assert now.count("mh-now") == 1
    assert after.count("<li>") == 2


def test_what_stands_in_a_line_is_escaped():
    html = before_you_say.list_until(
        [{"chapter": "06-a", "line": "1 < 2", "section": "s"}], "07-b", {"s": 'x.html#"'}
    )
    assert "1 &lt; 2" in html
    assert "&quot;" in html
