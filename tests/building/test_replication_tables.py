"""The page of claims shows the results of the book that is built: a summary, and a row for each."""

import json
from dataclasses import replace

import nbformat
import pytest
from book_site import fingerprint
from book_site.text import replication_tables, stale_results
from multihead.claims import Claim, replications

CLAIM = Claim("two", "Two", "share", 25, (0.8, 0.84, 0.88), above=0.5)


@pytest.fixture
def file(tmp_path):
    """The results of a book with one claim, which this repository's book does not have."""
    path, chapter = tmp_path / "replications.json", tmp_path / "07-c.ipynb"
    cell = nbformat.v4.new_code_cell("claim('Two', found, above=0.5)")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), chapter)
    chapters = {"07-c": {"runs": [[0, ""], [1, ""], [2, ""]], "claims": [CLAIM.to_store()]}}
    chapters["07-c"]["made_from"] = fingerprint.digest(chapter)
    path.write_text(json.dumps(chapters), "utf-8")
    return path


def test_a_row_shows_what_was_found_and_leads_to_the_claim():
    row = replication_tables.row("07-c", CLAIM, is_stale=False)
    assert (row.link, row.id) == ("07-c.html#claim-two", "of-claim-two")
    assert row.cells[:4] == (
        "80% (share over 25 seeds)",
        "80% to 88%",
        "above 50%",
        "3 of 3 runs",
    )


def test_a_bound_that_moved_stands_beside_the_new_one():
    moved = replace(CLAIM, before=((0.7, None), (0.6, 0.9)))
    claimed = replication_tables.row("07-c", moved, is_stale=False).cells[2]
    assert claimed == "above 50%, before above 70%, before above 60% and below 90%"


def test_what_other_code_found_says_so_in_the_summary_and_beside_each_claim(file):
    pages = replication_tables.render(file), replication_tables.render(file, "07-c")
    assert stale_results.STALE not in "".join(pages)
    file.write_text(file.read_text("utf-8").replace('"made_from": "', '"made_from": "0'), "utf-8")
    assert f"Chapter 07 is {stale_results.STALE}." in replication_tables.render(file)
    assert f"3 of 3 runs, {stale_results.STALE}" in replication_tables.render(file, "07-c")
    file.with_name("07-c.ipynb").unlink()
    assert stale_results.STALE in replication_tables.render(file, "07-c")


def test_the_summary_counts_the_claims_that_hold_in_all_runs(file):
    assert "1 of 1 claims hold in all of 3 runs" in replication_tables.render(file)
    chapters = replications.load(file)
    chapters["07-c"]["claims"][0] = replace(CLAIM, above=0.82)
    assert "0 of 1 claims hold in all of 3 runs" in replication_tables.summary(chapters, [])
    assert "make replicate" in replication_tables.summary({}, [])


def test_a_chapter_has_a_row_for_each_of_its_claims_and_another_none(file):
    assert replication_tables.render(file, "07-c").count('id="of-claim-two"') == 1
    assert "of-claim-two" not in replication_tables.render(file, "08-d")
