"""A named mistake leads to the section that explains it, in the same words everywhere."""

import json

import pytest
from exercise_sources import BY_HAND, NAMES, SOURCES
from multihead.exercises import book_sections, folders, keys
from multihead.exercises.book_sections import Section
from multihead.exercises.verdict import UNKNOWN, compare

from exercises.source import EXPLAINED

MASK = Section(
    "01 Self-attention", "Masks: what a token may not see", "01-self-attention", "ch01-m"
)
ASIDE = Section("How narrow?", "Low rank", "how-narrow", "ch04-low-rank")


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_what_an_exercise_says_is_read_without_yaml_as_with_it(source):
    labels = {None: source.fields["section"]} | source.fields.get(EXPLAINED, {})
    explained = book_sections.of_exercise(source.folder)
    assert {of: section.label for of, section in explained.items()} == labels


def test_an_exercise_of_a_course_may_say_nothing_or_name_what_the_book_does_not_have(tmp_path):
    assert book_sections.of_exercise(tmp_path) == {}
    (tmp_path / "exercise.md").write_text("explained:\n  no: ch01-mask\n", "utf-8")
    assert book_sections.of_exercise(tmp_path) == {}
    front = "---\ntitle: A\nexplained:\n  'one: two': ch01-mask\n  three: ch99-none\n---\n"
    (tmp_path / "exercise.md").write_text(front, "utf-8")
    assert book_sections.of_exercise(tmp_path) == {
        "one: two": book_sections.labelled()["ch01-mask"]
    }


def test_a_sentence_says_which_section_explains_what():
    title = "“Masks: what a token may not see”"
    assert MASK.sentence("a mistake") == f"Chapter 01 explains this in {title}."
    assert MASK.sentence(None) == f"Chapter 01 explains the task in {title}."
    assert ASIDE.sentence("a") == "The side road “How narrow?” explains this in “Low rank”."


def test_it_has_an_address_only_where_that_of_the_chapters_is_known():
    assert MASK.address(None) is None
    address = MASK.address("https://a.b/book/")
    assert address == "https://a.b/book/01-self-attention.html#ch01-m"


@pytest.mark.parametrize("explained", [{}, {"a": ASIDE}, {None: MASK, "a": ASIDE, "b": MASK}])
def test_a_key_keeps_them_with_each_section_once(explained):
    stored = json.loads(json.dumps(book_sections.stored(explained)))
    assert len(stored["sections"]) == len({*explained.values()})
    assert book_sections.read(stored) == explained


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_answer_gets_its_mistake_first_and_then_its_section(name):
    sheet = folders.sheet(name, 0)._replace(chapters="https://a.b/book/")
    exercise = folders.load(name)
    for mistake, mistaken in exercise.wrong.items():
        answer = mistaken(*sheet.cases[0].values()) if name in BY_HAND else mistaken
        first, second, third, *rest = compare(sheet, answer).message.splitlines()
        assert first == f"{name}: not yet. Likely: {mistake}."
        assert second == exercise.explained[mistake].sentence(mistake)
        assert third == exercise.explained[mistake].address("https://a.b/book/")
        assert rest, "nothing follows"


def test_with_no_usual_mistake_the_section_on_the_task_is_named():
    sheet = folders.sheet("new_row", 0)
    first, second, _ = compare(sheet, sheet.right[0] + 7).message.splitlines()
    assert first == f"new_row: not yet. {UNKNOWN}"
    assert second == sheet.explained[None].sentence(None)
    assert "explains the task in" in second


def test_an_answer_that_cannot_be_compared_leads_nowhere():
    for answer in ([1.0, 2.0, 3.0], lambda: 3):
        verdict = compare(folders.sheet("new_row", 0), answer)
        assert verdict.section is None
        assert "explains" not in verdict.message


def test_what_a_key_says_has_the_address_that_it_was_written_with(tmp_path, monkeypatch):
    sheet = folders.sheet("split_heads", 0)
    (tmp_path / "split_heads.json").write_text(keys.written({0: sheet}, "https://a.b/book/"))
    monkeypatch.setattr(keys, "FOLDER", tmp_path)
    keys.read.cache_clear()
    stored = keys.sheet("split_heads", 0)
    keys.read.cache_clear()
    assert stored.explained == sheet.explained
    assert stored.chapters == "https://a.b/book/"
    message = compare(stored, lambda q, n_heads: q.reshape(n_heads, len(q), -1)).message
    assert message.splitlines()[2] == ("https://a.b/book/04-all-heads-at-once.html#ch04-transpose")
