"""The page of claims shows the results of the book that is built: a picture, and a row for each."""

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
    row = replication_tables.row("07-c", CLAIM, False, "12 of 15 settings")
    assert (row.link, row.id) == ("07-c.html#claim-two", "of-claim-two")
    assert row.cells[:4] == (
        "80% of 25 seeds",
        "80% to 88%",
        "above 50%",
        '3 of 3 runs, <a href="settings.html#where-claim-two">12 of 15 settings</a>',
    )


def test_a_bound_that_moved_stands_beside_the_new_one():
    moved = replace(CLAIM, before=((0.7, None), (0.6, 0.9)))
    claimed = replication_tables.row("07-c", moved, False, None).cells[2]
    assert claimed == "above 50%, before above 70%, before above 60% and below 90%"


def test_a_number_says_how_it_comes_from_its_seeds():
    numbers = [
        replication_tables.on_page(replace(CLAIM, kind=kind, values=(0.84,)))
        for kind in ("share", "median", "number")
    ]
    assert numbers == ["84% of 25 seeds", "0.84 (median over 25 seeds)", "0.84 (over 25 seeds)"]


def test_what_other_code_found_is_stale(file):
    chapters = replications.load(file)
    assert replication_tables.stale_chapters(file, chapters) == set()
    chapters["07-c"]["made_from"] = "0"
    assert replication_tables.stale_chapters(file, chapters) == {"07-c"}
    table = replication_tables.table("07-c", [CLAIM], True, {})
    assert f"3 of 3 runs, {stale_results.STALE}" in table
    file.with_name("07-c.ipynb").unlink()
    assert replication_tables.stale_chapters(file, replications.load(file)) == {"07-c"}


def test_a_chapter_has_a_row_for_each_of_its_claims():
    table = replication_tables.table("07-c", [CLAIM], False, {})
    assert table.count('id="of-claim-two"') == 1


def test_the_picture_has_a_dot_for_each_claim_and_there_is_none_without_claims(file):
    assert "of 1 have more than 4" in replication_tables.picture(replications.load(file))
    assert replication_tables.picture({}) == ""
