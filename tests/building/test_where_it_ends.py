"""The table of where sentences end: a sentence leads to its section, a row says what was found."""

import re

import pytest
from book_site.text import quoted_claims, where_it_ends
from conftest import ROOT
from multihead import results, setting
from sphinx import addnodes

from bench import where_it_ends as bench_program

SHARE = {"said": "It holds.", "link": "ch05-roles", "setting": "rate 0.1", "what": "seeds"}
SHARE |= {"seeds": [40, 40], "found": {"share": 0.125}, "again": {"share": 0.15}}
MEDIAN = SHARE | {"setting": "usual", "found": {"low": 0.4, "median": 0.491, "high": 0.55}}
MEDIAN["again"] = {"low": 0.38, "median": 0.502, "high": 0.5}
STORED = {room: kept["found"] for room, kept in results.read(ROOT / where_it_ends.FILE).items()}


def test_a_row_says_setting_number_and_seeds():
    assert where_it_ends.row_cells(SHARE) == (
        "learning rate 0.1",
        ("seeds", "12%", "15%", "40 seeds"),
    )
    assert where_it_ends.row_cells(SHARE | {"seeds": [24, 17]})[1][-1] == "24 and 17 seeds"
    assert where_it_ends.row_cells(MEDIAN)[1][1:3] == ("0.49 (0.4 to 0.55)", "0.5 (0.38 to 0.5)")
    claimed = SHARE | {"found": {"median": 0.00974}, "again": {"number": 10.0}}
    assert where_it_ends.row_cells(claimed)[1][1:3] == ("0.0097", "10")


def test_a_row_is_in_the_words_of_the_chapters():
    row = SHARE | {"setting": "start × 0.1, learning rate 0.01", "what": "a job for each head"}
    setting, (what, *_) = where_it_ends.row_cells(row)
    assert setting == "initial weights × 0.1, learning rate 0.01"
    assert what == "each head takes one look-up"
    rows = [where_it_ends.row_cells(row) for rows in STORED.values() for row in rows]
    texts = " ".join(f"{setting} {what}" for setting, (what, *_) in rows)
    assert re.findall(r"\b(?:jobs?|start|share of|skip path|(?<!learning )rate)\b", texts) == []


def test_a_sentence_stands_once_above_its_rows_and_leads_to_its_section():
    paragraph, table = where_it_ends.entry("It holds.", [SHARE, MEDIAN])
    (link,) = paragraph.findall(addnodes.pending_xref)
    assert (link["reftarget"], link.astext()) == ("ch05-roles", "It holds.")
    assert table.astext().count("<tr>") == 3


def test_sentences_stand_in_the_order_of_chapters_with_all_their_rows():
    late, early = SHARE | {"link": "ch17-it", "said": "Late."}, SHARE
    grouped = where_it_ends.by_sentence([late, early, late])
    assert [*grouped.items()] == [("It holds.", [early]), ("Late.", [late, late])]


@pytest.mark.parametrize("part", bench_program.PARTS)
def test_each_row_is_one_that_bench_has(part):
    expected = [bench_program.words(row) for row in bench_program.listed(part)]
    stored = [{name: row[name] for name in expected[0]} for row in STORED.get(part, [])]
    assert stored == expected, (
        f"other words or rows: run bench/where_it_ends.py --only {part:.2} --words, or without it"
    )
    for row in STORED[part]:
        assert {*row["found"]} == {*row["again"]}, "two sets of seeds give one kind of number"


def test_nothing_is_stored_that_bench_no_longer_measures():
    assert STORED.keys() <= {*bench_program.PARTS}


@pytest.mark.parametrize("chapter", bench_program.CHAPTERS)
def test_what_is_measured_is_claimed_in_the_chapter_and_a_setting_can_be_read(chapter):
    code = "\n".join(quoted_claims.cell_sources(ROOT / f"book/{chapter}.ipynb", "code"))
    for row in bench_program.rows(chapter):
        assert row.claim.startswith("equal-targets-") or f'"{row.claim}"' in code
        assert str(setting.read(row.variable)) or "as in the chapter" in row.setting


def run_of(found: float, **setting_words: str) -> dict:
    claim = {"id": "a-claim", "kind": "share", "seeds": 20, "found": found}
    return {"claims": {"a-claim": claim}, "errors": ["NameError: no task"]}


def test_a_row_has_the_values_of_both_sets_or_says_which_claim_lacks_one():
    row = bench_program.Row("It holds.", "ch05-roles", "rate 0.1", "seeds", "a-claim", "rate=3.333")
    runs = {("rate=3.333", 0): run_of(0.12345), ("rate=3.333", 7): run_of(0.2)}
    assert bench_program.measured(row, runs) == SHARE | {
        "seeds": [20, 20],
        "found": {"share": 0.123},
        "again": {"share": 0.2},
    }
    runs["rate=3.333", 7] = run_of(float("nan"))
    with pytest.raises(ValueError, match=r"a-claim has no number in 'rate=3.333': .*no task"):
        bench_program.measured(row, runs)
    runs["rate=3.333", 7]["claims"] = {}
    with pytest.raises(ValueError, match="a-claim has no number"):
        bench_program.measured(row, runs)


def test_steps_to_a_distance_that_was_not_reached_are_no_number():
    id = "nudge-steps-tenfold"
    row = bench_program.Row("It holds.", "ch05-saddle", "slow", "steps", id, "rate=0.1")
    claim = {"id": id, "kind": "median", "seeds": 20}
    runs = {("rate=0.1", s): {"claims": {id: claim | {"found": 8.5}}, "errors": []} for s in (0, 7)}
    assert bench_program.measured(row, runs)["found"] == {"median": 8.5}
    runs["rate=0.1", 7]["claims"][id] = claim | {"found": -32.5}
    with pytest.raises(ValueError, match=r"nudge-steps-tenfold has no number in 'rate=0.1'"):
        bench_program.measured(row, runs)


def sections() -> dict[str, str]:
    """Return the text of each section with a label, up to the next heading, without markup."""
    section_by_label = {}
    for path in (ROOT / "book").glob("*.ipynb"):
        text = "\n\n".join(quoted_claims.cell_sources(path, "markdown"))
        for label in re.finditer(r"^\(([\w-]+)\)=$", text, re.M):
            below = re.sub(r"\A(\s*\([\w-]+\)=\n)*\s*(#+ .*)?", "", text[label.end() :])
            section_by_label[label[1]] = plain(re.split(r"^\([\w-]+\)=$|^#", below, flags=re.M)[0])
    return section_by_label


def plain(markdown: str) -> str:
    without_links = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown)
    return " ".join(re.sub(r"[*$`]", "", without_links).replace("R^2", "R²").split())


SECTIONS = sections()


@pytest.mark.parametrize(
    ("link", "sentence"),
    dict.fromkeys(
        (row.link, row.said) for part in bench_program.PARTS for row in bench_program.listed(part)
    ),
)
def test_each_sentence_stands_word_for_word_in_the_section_it_leads_to(link, sentence):
    assert sentence in SECTIONS[link], (
        f"the section {link} no longer says {sentence!r}; put its words where bench has them and "
        "run bench/where_it_ends.py --words"
    )
