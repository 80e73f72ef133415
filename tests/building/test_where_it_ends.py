"""The table of where sentences end: a sentence leads to its section, a row says what was found."""

import re

import pytest
from book_site.text import quoted_claims, where_it_ends
from conftest import ROOT
from multihead import results
from sphinx import addnodes

from bench import where_it_ends as bench_program

SHARE = {"said": "It holds.", "link": "ch05-roles", "setting": "rate 0.1", "what": "seeds"}
SHARE |= {"seeds": [40, 40], "found": {"share": 0.125}, "again": {"share": 0.15}}
MEDIAN = SHARE | {"setting": "usual", "found": {"low": 0.4, "median": 0.491, "high": 0.55}}
MEDIAN["again"] = {"low": 0.38, "median": 0.502, "high": 0.5}
STORED = {room: kept["found"] for room, kept in results.read(ROOT / where_it_ends.FILE).items()}


def test_a_row_says_setting_number_and_seeds():
    assert where_it_ends.row_cells(SHARE) == ("rate 0.1", ("seeds", "12%", "15%", "40 seeds"))
    assert where_it_ends.row_cells(SHARE | {"seeds": [24, 17]})[1][-1] == "24 and 17 seeds"
    assert where_it_ends.row_cells(MEDIAN)[1][1:3] == ("0.49 (0.4 to 0.55)", "0.5 (0.38 to 0.5)")


def test_a_sentence_stands_once_above_its_rows_and_leads_to_its_section():
    paragraph, table = where_it_ends.entry("It holds.", [SHARE, MEDIAN])
    (link,) = paragraph.findall(addnodes.pending_xref)
    assert (link["reftarget"], link.astext()) == ("ch05-roles", "It holds.")
    assert table.astext().count("<tr>") == 3


@pytest.mark.parametrize("room", bench_program.ROOMS)
def test_each_row_is_of_an_experiment_that_bench_has(room):
    expected = [bench_program.told(end) for end in bench_program.experiments(room).ENDS]
    assert [{name: end[name] for name in expected[0]} for end in STORED[room]] == expected, (
        "other words: run bench/where_it_ends.py --words"
    )
    for end in STORED[room]:
        assert {*end["found"]} == {*end["again"]}, "two sets of seeds give one kind of number"


def sections() -> dict[str, str]:
    """Return the text of each section with a label, up to the next heading, without markup."""
    section_by_label = {}
    for path in (ROOT / "book").glob("*.ipynb"):
        text = "\n\n".join(quoted_claims.cell_sources(path, "markdown"))
        for label, section in re.findall(
            r"^\(([\w-]+)\)=\n(.+?)(?=^\([\w-]+\)=$|\n#|\Z)", text, re.S | re.M
        ):
            section_by_label[label] = plain(section)
    return section_by_label


def plain(markdown: str) -> str:
    without_links = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown)
    return " ".join(re.sub(r"[*$`]", "", without_links).split())


SECTIONS = sections()


@pytest.mark.parametrize(
    ("link", "sentence"),
    dict.fromkeys((end["link"], end["said"]) for r in STORED.values() for end in r),
)
def test_each_sentence_stands_word_for_word_in_the_section_it_leads_to(link, sentence):
    assert sentence in SECTIONS[link], (
        f"the section {link} no longer says {sentence!r}; put its words into bench/ends/ and run "
        "bench/where_it_ends.py --words"
    )
