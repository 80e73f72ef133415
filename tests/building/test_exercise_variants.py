"""The page shows each variant of an exercise by hand as its text would say it."""

import json
import re

import pytest
from book_site.learners import exercise_variants
from docutils import nodes
from exercise_sources import BY_HAND, BY_NAME
from multihead.exercises import folders, keys

from exercises import source as exercise_source

OTHER = 7


@pytest.mark.parametrize("name", BY_HAND)
def test_a_variant_says_on_the_page_what_its_text_says(name):
    """The tool that writes the pages fills in any variant; the data of the page agrees."""
    source = BY_NAME[name]
    sheets = {seed: folders.sheet(name, seed) for seed in (0, OTHER)}
    page, other = map(
        exercise_variants.number_lines, json.loads(keys.written(sheets))["sheets"].values()
    )
    task, case = exercise_source.fill(source, source.task), sheets[OTHER].cases[0]
    expected = exercise_source.fill(source, source.task, case)
    assert exercise_variants.replace_lines(task, page, other) == expected
    answer = exercise_source.fill(source, "{{ answer }}", case)
    assert numbers(other["answer"]) == pytest.approx(numbers(answer), abs=5e-4)


def numbers(text: str) -> list[float]:
    return [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]


def test_only_what_differs_is_marked_and_a_name_within_another_is_none():
    sheets = {
        str(seed): {"cases": [{"k": 3, "kk": seed}], "right": [seed], "wrong": {}}
        for seed in (0, 1)
    }
    section = nodes.section()
    for text in ("k = 3", "kk = 0  # of them\nkkk = 0", "kk = 00"):
        section += nodes.literal_block(text, text)
    marked = exercise_variants.mark_variants(section, {"sheets": sheets})
    assert marked["blocks"] == [
        {"0": "kk = 0  # of them\nkkk = 0", "1": "kk = 1  # of them\nkkk = 0"}
    ]
    assert [block["classes"] for block in section] == [[], ["mh-variant"], []]
    assert marked["spans"] == {}
