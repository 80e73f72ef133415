"""The class report: who misunderstood what, on one page that needs nothing else."""

import re

import pytest
from accessibility import violations
from bs4 import BeautifulSoup
from graded_class import (
    BY_RESHAPE,
    CLASS,
    NO_OUTPUT,
    NO_POWERS,
    NO_SCALE,
    NOTHING,
    POINTS,
    RIGHT,
    STRANGE,
    copied,
)
from sqlalchemy import update

from grading.jail.causes import KINDS
from grading.marks import freshness, gradebook
from grading.marks.freshness import Final
from grading.marks.gradebook import Row
from grading.marks.mark import Graded, Mark
from grading.marks.verdict_table import VERDICTS
from grading.reports.common_mistakes import most_shared
from grading.reports.report import report, section

UNKNOWN, NONE, REFUSED = "none of the usual mistakes", "not defined", "the file was refused"
SHARES = {
    "new_row": {RIGHT: 3, NO_POWERS: 1, NONE: 2, REFUSED: 1},
    "split_heads": {RIGHT: 3, BY_RESHAPE: 2, NONE: 1, REFUSED: 1},
    "multi_head": {RIGHT: 2, NO_OUTPUT: 1, NO_SCALE: 1, UNKNOWN: 1, NONE: 1, REFUSED: 1},
}


@pytest.fixture(scope="module")
def page(graded_course, tmp_path_factory):
    return report(copied(graded_course, tmp_path_factory.mktemp("report")), "hw1")


def read(page) -> BeautifulSoup:
    return BeautifulSoup(page.read_text("utf-8"), "html.parser")


def test_every_share_of_every_misconception_is_the_one_known_in_advance(page):
    tables = read(page).find_all("table")
    assert len(tables) == len(SHARES)
    for table, (exercise, expected) in zip(tables, SHARES.items(), strict=True):
        assert exercise in table.find_previous("h2").text
        rows = [[row.find("summary").text, *(c.text for c in row("td"))] for row in table("tr")[1:]]
        assert [row[0] for row in rows] == list(expected)
        assert [int(row[1]) for row in rows] == list(expected.values())
        assert [row[2] for row in rows] == [f"{100 * n / 7:.0f} %" for n in expected.values()]


def test_who_gave_an_answer_is_behind_one_click(page):
    for table, exercise in zip(read(page).find_all("table"), SHARES, strict=True):
        for hidden in table.find_all("details"):
            assert not hidden.has_attr("open")
            answer = hidden.find("summary").extract().text
            kinds = {name: kind.get(exercise, REFUSED) for name, kind in CLASS.items()}
            said = {RIGHT: RIGHT, NOTHING: NONE, STRANGE: UNKNOWN}
            who = [name for name, kind in kinds.items() if said.get(kind, kind) == answer]
            students, _, leads_on = hidden.text.partition(". ")
            assert students.split() == ", ".join(who).split()
            assert leads_on.startswith("Chapter") == (
                answer in {*kinds.values()} - {*said, REFUSED}
            )


def test_what_to_teach_next_are_the_mistakes_that_most_students_share(graded_course):
    final = freshness.final(graded_course, "hw1")
    first, *others = most_shared(graded_course, final)
    assert first.mistake == BY_RESHAPE
    assert first.students == ["ben", "dan"]
    assert first.exercises == ["Split into heads"]
    assert [section["title"] for section in first.explained] == ["Why the transpose is needed"]
    assert [(one.mistake, one.students) for one in others] == [
        (NO_OUTPUT, ["cleo"]),
        (NO_POWERS, ["cleo"]),
    ]
    both = {"attention": Mark(False, "", NO_SCALE), "multi_head": Mark(False, "", NO_SCALE)}
    graded = {"ada": Graded(both, []), "bo": Graded({"attention": both["attention"]}, [])}
    final = Final({"attention": 1, "multi_head": 1}, [], graded, [])
    (one,) = most_shared(graded_course, final)
    assert one.students == ["ada", "bo"]
    assert one.exercises == ["Attention, from its formula", "The whole layer"]
    titles = [section["title"] for section in one.explained]
    assert titles == ["Why divide by the root of d_head"], "named once"


def test_the_page_says_what_to_teach_next(page):
    (head,) = [head for head in read(page).find_all("h2") if head.text == "What to teach next"]
    first = " ".join(head.find_next("li").text.split())
    assert first == (
        "Reshape without transpose mixes tokens and heads: 2 of 7, in Split into heads. "
        "Chapter 04 explains this in “Why the transpose is needed”."
    )


def test_the_picture_says_in_words_how_the_scores_are_spread(page):
    (picture,) = read(page).find_all(attrs={"role": "img"})
    assert picture["aria-label"] == (
        "Scores of 7 students, from 0 to 9 of 9; half of them have 0.5 to 4.5, and the median is 3."
    )
    assert len(picture.find_all("path", style=re.compile("#0072b2"))) >= 5


def test_the_mean_is_of_the_exercises_own_points_and_the_right_answer_comes_first(graded_course):
    scores = {"ada": 3, "bo": 0, "eve": 0, "gus": 0}
    rows = [Row(None, {"split_heads": s, "new_row": 9}, 9 + s, 0, []) for s in scores.values()]
    marks = [
        Mark(True, ""),
        Mark(False, ""),
        Mark(False, "", BY_RESHAPE),
        Mark(False, "", BY_RESHAPE),
    ]
    graded = dict(zip(scores, [Graded({"split_heads": mark}, []) for mark in marks], strict=True))
    final = Final({"split_heads": 3, "new_row": 9}, rows, graded, [])
    found = section(graded_course, final, "split_heads")
    assert (found.points, found.mean) == (3, 0.75)
    assert [line[:4] for line in found.lines] == [
        (RIGHT, ["ada"], 0.25, True),
        (BY_RESHAPE, ["eve", "gus"], 0.5, False),
        (UNKNOWN, ["bo"], 0.25, False),
    ]


def test_each_cause_of_a_missing_answer_is_counted_and_comes_last(graded_course):
    students = [*KINDS, "wrong", "right"]
    marks = [Mark(False, "", cause=kind) for kind in KINDS] + [Mark(False, ""), Mark(True, "")]
    rows = [Row(None, {"split_heads": 0}, 0, 0, []) for _ in students]
    graded = {s: Graded({"split_heads": m}, []) for s, m in zip(students, marks, strict=True)}
    found = section(graded_course, Final({"split_heads": 3}, rows, graded, []), "split_heads")
    assert [line.answer for line in found.lines] == [RIGHT, UNKNOWN, *sorted(KINDS)]
    assert [len(line.students) for line in found.lines] == [1] * len(students)


def test_odd_files_are_listed_with_their_reason(page):
    found = read(page)
    assert [name.text for name in found.find_all("dt")] == ["fay"]
    assert found.find("dd").text.startswith("refused: it is no complete notebook")


@pytest.mark.parametrize("width", [1280, 360])
def test_it_is_readable_and_asks_for_nothing(page, browser, width):
    context = browser.new_context(viewport={"width": width, "height": 900})
    asked, tab = [], context.new_page()
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: asked.append(message.text))
    tab.goto(page.as_uri())
    assert asked == [page.as_uri()]
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(page, browser, tmp_path, theme):
    open_page = tmp_path / "report.html"  # without the policy, which keeps axe out too
    text = page.read_text("utf-8")
    open_page.write_text(re.sub("<meta http-equiv[^>]*>", "", text), encoding="utf-8")
    context = browser.new_context(color_scheme=theme)
    tab = context.new_page()
    tab.goto(open_page.as_uri())
    assert violations(tab, theme) == []
    context.close()


def test_a_report_before_the_hand_grading_says_that_it_is_not_final(graded_course, tmp_path):
    course = copied(graded_course, tmp_path)
    with gradebook.opened(course) as book:
        for student in ("ada", "gus"):
            book.find_grade("multi_head", "hw1", "hw1", student).needs_manual_grade = True
        book.db.commit()
    assert "Not final: 2 answers still wait" in " ".join(read(report(course, "hw1")).text.split())


def test_who_was_late_and_who_handed_in_nothing_is_listed(graded_course, tmp_path):
    course = copied(graded_course, tmp_path)
    assert "Late" not in read(report(course, "hw1")).text
    course.late("ben", "hw1").touch()
    rows = [f"{name.title()},X,{name}@x.org,-" for name in (*CLASS, "zed")]
    head = "First name,Last name,Email address,hw1"
    (tmp_path / "grades.csv").write_text("\n".join([head, *rows]) + "\n")
    found = read(report(course, "hw1", tmp_path / "grades.csv"))
    late, absent = (found.find("h2", string=text) for text in ("Late", "Who handed in nothing"))
    said = "These handed in late, which costs no points here: ben."
    assert late.find_next("p").text.split() == said.split()
    assert absent.find_next("p").text.split() == ["Zed", "X."]


def test_what_a_student_wrote_is_text(graded_course, tmp_path):
    course = copied(graded_course, tmp_path)
    note = '[{}, ["<script>alert(1)</script>"], null]'
    with gradebook.opened(course) as book:
        book.db.execute(update(VERDICTS).filter_by(student="gus").values(graded=note))
        book.db.commit()
    found = read(report(course, "hw1"))
    assert found.find_all("script") == []
    assert "<script>alert(1)</script>" in found.text
    assert len(POINTS) == len(found.find_all("table"))
