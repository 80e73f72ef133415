"""A plan of lessons becomes slides: its rows, their time, and what a section without any lists."""

import pytest
from book_site.slides.chapter_slides import Slide
from book_site.slides.lectures import rows_of, share_time, verdicts
from docutils import nodes


def link(target: str, text: str = "here") -> nodes.reference:
    return nodes.reference("", text, refuri=target)


def table(*rows: tuple[str, nodes.Node]) -> nodes.table:
    body = nodes.tbody()
    for minutes, shown in rows:
        cells = (nodes.Text(minutes), shown, nodes.Text("What?"), nodes.Text("They think so."))
        body += nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))
    return nodes.table("", nodes.tgroup("", body))


def section(label: str, *parts: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", "A plan"), *parts, ids=["a-plan", label])


def document(*sections: nodes.section) -> nodes.document:
    page = nodes.document(None, None)
    page += sections
    return page


FIRST = table(
    ("7", link("01-one.html#a", "First")),
    ("11", link("02-two.html#b", "Second")),
    ("13", link("03-three.html", "Third")),
)


def test_a_row_names_its_minutes_and_places():
    plan = section("teach-one", FIRST.deepcopy())
    document(plan)
    rows = [(row.minutes, row.title, row.places) for row in rows_of(plan)]
    assert rows == [
        (7, "First", [("01-one", "a")]),
        (11, "Second", [("02-two", "b")]),
        (13, "Third", [("03-three", "")]),
    ]


def test_a_plan_that_links_to_another_has_its_rows_from_a_place_on():
    reference = nodes.reference("", "that plan", refid="teach-one")
    paragraph = nodes.paragraph("", "", reference, link("02-two.html#b"))
    other = section("teach-two", paragraph)
    document(section("teach-one", FIRST.deepcopy()), other)
    assert [row.title for row in rows_of(other)] == ["Second", "Third"]


@pytest.mark.parametrize(
    ("seconds", "count", "shares"),
    [(600, 3, [180, 180, 240]), (300, 2, [150, 150]), (150, 1, [150]), (150, 7, [0] * 6 + [150])],
)
def test_time_is_shared_in_half_minutes_and_none_is_lost(seconds, count, shares):
    slides = [Slide("words", nodes.title(), []) for _ in range(count)]
    share_time(seconds, *slides)
    assert [slide.seconds for slide in slides] == shares


def test_a_verdict_is_what_is_emphasised_after_a_statement():
    statement = nodes.paragraph("", "", nodes.strong("", "A."), nodes.emphasis("", "Struck out."))
    inserted = statement.deepcopy()  # by our passes, from no line
    statement.line = 20_003
    body = nodes.tbody(
        "",
        nodes.row(
            "",
            *(
                nodes.entry("", nodes.paragraph("", "", part))
                for part in (nodes.Text("It is so (07, 17)."), nodes.emphasis("", "Holds."))
            ),
        ),
    )
    plain = nodes.paragraph("", "", nodes.Text("No"), nodes.emphasis("", "verdict"))
    listed = section("x", statement, inserted, plain, nodes.table("", nodes.tgroup("", body)))
    assert verdicts(listed) == [("A.", "Struck out."), ("It is so.", "Holds.")]
