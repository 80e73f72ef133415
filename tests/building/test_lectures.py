"""A plan of lessons becomes slides: its rows, their time, and what a section without any lists."""

import pytest
from book_site.slides.chapter_slides import Slide
from book_site.slides.lectures import Row, choices, rows_of, share_time, unmarked, verdicts
from docutils import nodes
from sphinx.errors import ExtensionError


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
    statement = nodes.paragraph(
        "", "", nodes.strong("", "A. Each has one."), nodes.emphasis("", "Struck out.")
    )
    inserted = statement.deepcopy()  # by our passes, from no line
    statement.line = 20_003
    body = nodes.tbody(
        "",
        nodes.row(
            "",
            *(
                nodes.entry("", nodes.paragraph("", "", part))
                for part in (nodes.Text("It is so (07, 17)."), nodes.emphasis("", "holds"))
            ),
        ),
    )
    plain = nodes.paragraph("", "", nodes.Text("No"), nodes.emphasis("", "verdict"))
    listed = section("x", statement, inserted, plain, nodes.table("", nodes.tgroup("", body)))
    assert verdicts(listed) == [("Each has one.", "Struck out."), ("It is so.", "Holds.")]


def asked(*parts: nodes.Node) -> Row:
    question = nodes.paragraph("", "", nodes.Text("How many: "), *parts)
    return Row(7, "A title", [], [question], [])


def test_the_room_votes_on_what_a_plan_emphasises_and_sees_no_mark_of_the_right_one():
    row = asked(nodes.emphasis("", "two"), nodes.Text(" or "), nodes.strong("", "five"))
    assert choices(row, "So many.") == {
        "choices": [("two", ""), ("five", "So many.")],
        "right": "five",
    }
    (question,) = unmarked(row.question)
    assert question.astext() == "How many: two or five"
    assert all(isinstance(part, nodes.Text) for part in question.children)


@pytest.mark.parametrize(
    "parts",
    [(), (nodes.strong("", "five"),), (nodes.emphasis("", "two"), nodes.emphasis("", "five"))],
)
def test_a_question_that_nobody_can_vote_on_is_named(parts):
    with pytest.raises(ExtensionError, match="cannot vote on “A title”"):
        choices(asked(*(part.deepcopy() for part in parts)))
