"""What the search knows of a page: sections and terms, their kinds, and prose without solutions."""

from types import SimpleNamespace

import pytest
from book_site.search import search_records
from docutils import nodes
from docutils.utils import new_document
from sphinx.addnodes import glossary


def section(name: str, *inside: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", name), *inside, ids=[name.lower()])


def page(*inside: nodes.Node) -> nodes.document:
    document = new_document("page")
    document += list(inside)
    return document


def kinds(docname: str, *inside: nodes.Node) -> dict[str, str]:
    records = search_records.page_records(page(*inside), docname)
    return {record["title"]: record["kind"] for record in records}


def test_a_guide_is_a_heading_below_a_part_of_the_how_to_page_or_a_path():
    """The page's title and its parts are only sections; what stands below a part is a guide."""
    step = section("Step", nodes.paragraph("", "So."))
    nested = section("How to", section("Your own heads", section("Export a head", step)))
    assert kinds("book/how-to", nested) == {
        "How to": "section",
        "Your own heads": "section",
        "Export a head": "guide",
        "Step": "guide",
    }
    assert set(kinds("book/01-a", nested).values()) == {"section"}
    paths = section("Paths", section("One hour"))
    assert kinds("book/paths", paths) == {"Paths": "section", "One hour": "guide"}


def test_a_question_is_a_heading_that_asks_on_the_page_of_questions():
    asked = section("Questions", section("Why 8 heads?"), section("More"))
    for page_of_questions in ("book/questions", "book/layer-questions"):
        assert kinds(page_of_questions, asked) == {
            "Questions": "section",
            "Why 8 heads?": "question",
            "More": "section",
        }
    assert kinds("book/01-a", section("Why?")) == {"Why?": "section"}
    assert kinds("book/exercises/01-a", section("Why?")) == {"Why?": "exercise"}


def test_a_term_has_its_own_record_and_is_not_prose_of_its_section():
    meaning = nodes.definition("", nodes.paragraph("", "One of many."))
    entry = nodes.definition_list_item("", nodes.term("", "Head", ids=["term-head"]), meaning)
    words = glossary("", nodes.definition_list("", entry))
    first, term = search_records.page_records(page(section("Glossary", words)), "book/glossary")
    assert first == {"id": "glossary", "title": "Glossary", "kind": "section", "text": ""}
    assert term == {"id": "term-head", "title": "Head", "kind": "term", "text": "One of many."}


def test_a_chapter_is_also_named_without_its_number_and_an_exercise_as_check_names_it():
    chapter, exercise = section("05 Same input"), section("Split into heads")
    exercise["ids"].append("exercise-split-heads")
    assert search_records.other_names(chapter) == ["Same input"]
    assert search_records.other_names(exercise) == ["split_heads"]
    assert search_records.other_names(section("Pruning")) == []
    (record,) = search_records.page_records(page(exercise), "book/exercises/04-a")
    assert record["names"] == ["split_heads"]


def test_prose_leaves_out_code_folds_parts_and_where_it_is_shown():
    whole = section(
        "One",
        nodes.raw("", "<div><details><summary>Hint</summary>", format="html"),
        nodes.paragraph("", "A hint."),
        nodes.raw("", "</details><details>", format="html"),
        nodes.paragraph("", "Another hint."),
        nodes.raw("", "</details></div>", format="html"),
        nodes.paragraph("", "", nodes.Text("Read  "), nodes.math("", r"x^{\top}"), nodes.Text(".")),
        nodes.paragraph("", "Shown in chapter 3."),
        nodes.literal_block("", "code = 1"),
        nodes.container("", nodes.paragraph("", "an output"), classes=["cell"]),
        nodes.admonition("", nodes.paragraph("", "the solution"), classes=["dropdown"]),
        nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", "A point."))),
        section("Two", nodes.paragraph("", "Below.")),
    )
    assert search_records.prose(whole) == "Read xᵀ. A point."


def test_what_docutils_warns_of_is_no_prose():
    message = nodes.system_message("", nodes.paragraph("", "Duplicate implicit target name."))
    unclear = nodes.paragraph("", "", nodes.Text("Seven heads, "), nodes.problematic("", "`x"))
    whole = section("Slides", message, unclear)
    assert search_records.prose(whole) == "Seven heads,"


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"Q K^\top", "Q Kᵀ"),
        (r"Q K^{\top}", "Q Kᵀ"),
        (r"\text{softmax}(x)", "softmax(x)"),
        (r"\sqrt {d}", "√d"),
        (r"a \cdot b \times c", "a · b × c"),
        (r"-\infty", "-∞"),
        (r"\frac{a}{b}", " ab"),
    ],
)
def test_a_formula_is_written_as_people_type_it(latex, words):
    assert search_records.latex_as_text(latex) == words


def test_records_are_kept_forgotten_and_taken_over_by_page():
    env, other = SimpleNamespace(docname="a"), SimpleNamespace(docname="b")
    for one in (env, other):
        search_records.store_records(SimpleNamespace(env=one), page(section("Title")))
    other.search_records["c"] = []
    search_records.merge_records(None, env, {"b"}, other)
    assert sorted(env.search_records) == ["a", "b"]
    assert env.search_records["a"][0]["title"] == "Title"
    search_records.remove_records(None, env, "a")
    search_records.remove_records(None, env, "never read")
    assert sorted(env.search_records) == ["b"]
