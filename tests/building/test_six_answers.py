"""The vote on six answers, and the strip that says what has become of them."""

from types import SimpleNamespace

import pytest
from book_site.text import six_answers
from bs4 import BeautifulSoup
from built_pages import soup_of
from conftest import ROOT
from playwright.sync_api import expect

ANSWERS = six_answers.read_answers(SimpleNamespace(srcdir=ROOT))
LINKS = {v["section"]: f"x.html#{v['section']}" for a in ANSWERS for v in a["verdicts"]}
DECIDING = sorted({v["chapter"] for a in ANSWERS for v in a["verdicts"]})


def verdicts(chapter: str) -> dict[str, str]:
    soup = BeautifulSoup(six_answers.strip(ANSWERS, chapter, LINKS), "html.parser")
    return {item["data-answer"]: item.em.text for item in soup.select("li")}


def test_answers_are_decided_one_by_one_and_all_of_them_in_the_end():
    before = dict.fromkeys("ABCDEF", "open")
    for chapter in DECIDING:
        now = verdicts(chapter)
        assert now != before or chapter == "09-what-drives-heads-apart"
        assert all(now[x] == before[x] or before[x] == "open" for x in now)
        before = now
    assert "open" not in before.values()
    assert verdicts(six_answers.LAST_CHAPTER) == before


def test_a_strip_links_to_what_decided_and_escapes():
    answers = [{"letter": "A", "answer": "1 < 2", "verdicts": [ANSWERS[0]["verdicts"][0]]}]
    html = six_answers.strip(answers, DECIDING[0], LINKS)
    assert "1 &lt; 2" in html
    assert 'href="x.html#ch04-input-split"' in html
    assert "mh-now" in html


def test_a_vote_can_be_changed_where_all_are_decided_and_not_before():
    changing = [c for c in DECIDING if "mh-vote" in six_answers.strip(ANSWERS, c, LINKS)]
    assert changing == ["12-copies"]


@pytest.mark.parametrize("chapter", DECIDING)
def test_the_strip_stands_after_the_summary_of_a_chapter_that_decides(site, chapter):
    (summary,) = soup_of(site / f"book/{chapter}.html").select("section#what-we-now-know")
    assert len(summary.select(".mh-strip-of-answers li")) == 6


def test_in_the_last_chapter_the_strip_stands_before_the_verdicts_which_have_the_reasons(site):
    page = soup_of(site / f"book/{six_answers.LAST_CHAPTER}.html")
    (section,) = page.select(f"section#{six_answers.VERDICTS}")
    (strip,) = section.select(".mh-strip-of-answers")
    assert len(strip.select("li")) == 6
    assert strip.select("li a") == []
    headings = [p.strong.text for p in strip.find_next_siblings("p") if p.strong]
    assert [text[:2] for text in headings] == ["A.", "B.", "C.", "D.", "E.", "F."]
    answers = [f"{entry['letter']}. {entry['answer']}" for entry in ANSWERS]
    assert headings == answers


def test_a_vote_is_kept_and_marked_where_its_answer_is_decided(open_served):
    page = open_served("index.html")
    address = page.url.removesuffix("index.html")
    page.set_viewport_size({"width": 360, "height": 900})
    assert page.locator(".mh-six-answers:visible").count() == 0
    page.locator(".mh-vote input").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".mh-vote input[value=C]")).to_be_checked()
    expect(page.locator(".mh-vote [role=status]")).to_contain_text("stays on this device")
    page.goto(f"{address}book/05-same-input-different-gradients.html")
    expect(page.locator("[data-answer=C] .mh-my-vote")).to_have_text(" — your vote")
    assert page.locator(".mh-my-vote").count() == 1
    page.goto(f"{address}book/12-copies.html")
    page.get_by_label("none of these").check()
    assert page.locator(".mh-my-vote").count() == 0


def test_without_a_script_the_answers_are_a_list_and_the_strip_says_all(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    assert page.locator(".mh-six-answers li:visible").count() == 6
    assert page.locator(".mh-vote:visible").count() == 0
    page.goto((site / "book/21-what-to-take-away.html").as_uri())
    assert page.locator(".mh-strip-of-answers em:visible").count() == 6
    context.close()
