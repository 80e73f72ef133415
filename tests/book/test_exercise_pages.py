"""The pages of exercises show only solutions that are open; chapters list what is on them."""

import nbformat
import pytest
from conftest import ROOT
from exercise_sources import BY_NAME, NAMES, SOURCES, all_pages, pages, revealing_lines
from multihead.exercises import folders as exercises
from sphinx.util.matching import compile_matchers
from sphinx_external_toc.parsing import parse_toc_yaml
from yaml import safe_load

from exercises import source as exercise_source
from tools.authors import exercise_lists, exercise_pages

CHAPTERS = sorted({source.fields["chapter"] for source in SOURCES})


@pytest.mark.parametrize("name", NAMES)
def test_only_open_solutions_are_on_a_page(name):
    source = BY_NAME[name]
    reference = (exercises.folder_of(name) / "checks.py").read_text("utf-8")
    solution = revealing_lines(source, exercise_pages.mark_variant_numbers(source.solution))
    assert all((line in all_pages()) == source.open for line in solution)
    assert not any(line in all_pages() for line in revealing_lines(source, reference))
    assert not any(misconception in all_pages() for misconception in exercises.load(name).wrong)


def test_a_page_names_what_of_the_library_would_be_the_answer_and_only_there():
    naming = {s.name for s in SOURCES if exercise_source.borrowed(s)}
    assert naming == {name for name in NAMES if exercises.load(name).answered_by}
    assert all_pages().count("`check` refuses that") == len(naming)
    attention = BY_NAME["attention"]
    assert attention.task + exercise_source.borrowed(attention) in all_pages()
    assert exercise_source.borrowed(attention) == (
        "\n\nThe library answers this with `multihead.attention.attention`. "
        "`check` refuses that, so write it yourself."
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_two_hints_stand_folded_between_task_and_stub_and_an_experiment_has_none(source):
    text = exercise_pages.section(source)
    before_stub = text.partition(source.stub)[0]
    assert before_stub.count("<details ") == before_stub.count("</details>")
    if source.name not in NAMES:
        assert "Hint" not in text
        return
    _, first, second = before_stub.split('<details class="mh-hint">\n<summary>Hint ')
    assert "(2 left)" in first
    assert "(1 left)" in second
    assert "{{" not in before_stub
    for shown, hint in zip((first, second), source.fields["hints"], strict=True):
        words = exercise_source.fill(source, exercise_pages.mark_variant_numbers(hint))
        assert words in shown


def test_a_number_in_a_hint_follows_the_variant():
    copies = exercises.variant(exercises.load("lost_copies"), 0)["copies"]
    assert f"If one of the [{copies}]{{.mh-variant-copies}} heads is gone" in all_pages()


def test_the_pages_belong_to_the_book():
    toc = parse_toc_yaml(ROOT / "_toc.yml")
    (part,) = [part for part in toc.root.subtrees if part.caption == "Exercises"]
    files = [f"book/exercises/{path.stem}" for path in sorted(pages())]
    assert list(part.items) == files
    patterns = safe_load((ROOT / "_config.yml").read_text("utf-8"))["exclude_patterns"]
    excluded = compile_matchers(patterns)
    assert any(matches("exercises") for matches in excluded)
    assert not any(matches("book/exercises") for matches in excluded)
    for file in files:
        assert not any(matches(f"{file}.md") for matches in excluded)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_ends_with_the_list_of_its_exercises_and_no_answers(chapter):
    *_, last = nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4).cells
    exercise_list = exercise_lists.exercise_list(chapter, SOURCES)
    assert exercise_list.count(f"](exercises/{chapter}.md#") >= 2
    assert f"## Exercises\n\n{exercise_list}" in last.source, "run tools/authors/exercise_lists.py"
