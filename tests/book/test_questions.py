"""Every entry of the pages of questions stands in a group and leads to the cells that show it."""

import re

import nbformat
import pytest
from book_site.text.quoted_claims import QUESTION_PAGES
from conftest import ROOT
from multihead.claims import runs
from notebooks import NOTEBOOKS, page_of

PARTS = {
    page: re.split(r"^## ", (ROOT / "book" / f"{page}.md").read_text("utf-8"), flags=re.M)
    for page in QUESTION_PAGES
}
GROUPS = [group for _, *groups in PARTS.values() for group in groups]
ENTRIES = [entry for group in GROUPS for entry in re.split(r"^### ", group, flags=re.M)[1:]]
NAMES = [entry.partition("\n")[0] for entry in ENTRIES]
LABELS = {
    label
    for path in NOTEBOOKS
    for label in re.findall(r'"\(([a-z][\w-]+)\)=', path.read_text("utf-8"))
}


def has_code(label: str) -> bool:
    """Tell whether a cell of code stands between a label of a chapter and the next label."""
    chapter = ROOT / "book" / f"{page_of(label)}.ipynb"
    cells = nbformat.read(chapter, as_version=4).cells
    text = "\n".join(c.source if c.cell_type == "markdown" else "<code>" for c in cells)
    _, after = text.split(f"({label})=\n")
    return "<code>" in re.split(r"^\([a-z][\w-]+\)=$", after, flags=re.M)[0]


@pytest.mark.parametrize("page", QUESTION_PAGES)
def test_the_list_at_the_top_names_the_groups(page):
    top, *groups = PARTS[page]
    contents_entries = re.findall(r"^- \[(.+)\]\(#", top, re.M)
    assert contents_entries == [group.partition("\n")[0] for group in groups]


@pytest.mark.parametrize("entry", ENTRIES, ids=NAMES)
def test_an_answer_leads_to_cells(entry):
    answer, _, references = entry.rpartition("*Shown in*")
    assert len(answer.splitlines()) > 2
    labels = re.findall(r"\{ref\}`[^`]+ <([\w-]+)>`", references)
    assert True in {has_code(label) for label in labels if label in LABELS}


@pytest.mark.parametrize(
    ("row", "claim"),
    [
        ("02 | the whole token", "content-scores-r2"),
        ("04", "look-ups-h-1"),
        ("05", "tied-heads-r2"),
        ("13", "shared-pair-r2"),
        ("14", "skip-one-head"),
    ],
)
def test_what_one_head_gets_is_what_its_chapter_found(row, claim):
    (entry,) = (e for e in ENTRIES if e.startswith("Why is one head on two look-ups sometimes"))
    (number,) = re.findall(rf"^\| {re.escape(row)}.* (\S+) \|$", entry, re.M)
    places = len(number.partition(".")[2])
    assert abs(runs(claim)[0] - float(number)) <= 0.5 * 10**-places
