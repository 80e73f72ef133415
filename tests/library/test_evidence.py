"""What was found for a claim comes from the stored replications, and links to its cell."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest
from book_site.text import how_sure
from bs4 import BeautifulSoup
from docutils import nodes
from multihead.claims import evidence, replications

FOUND = {
    "seven-r2": ("Seven heads <b>: R²", "median", 23, [0.98765, 0.975, 0.99]),
    "two-part": ("Two heads part", "share", 25, [0.84, 0.84, 0.84]),
    "two-meet": ("Two heads meet", "number", 5, [None, 3.0, 2.0]),
}


@pytest.fixture(autouse=True)
def stored(tmp_path, monkeypatch):
    claims = [
        {"id": id, "what": what, "kind": kind, "seeds": seeds, "found": values}
        | {"above": 0, "below": None}
        for id, (what, kind, seeds, values) in FOUND.items()
    ]
    chapters = {"02-a-b": {"claims": claims[:1]}, "07-c": {"claims": claims[1:]}}
    monkeypatch.setattr(replications, "FILE", tmp_path / "kept.json")
    replications.FILE.write_text(json.dumps(chapters))


def rows_of(table):
    return BeautifulSoup(table.markup, "html.parser").select("tbody tr")


def test_a_claim_shows_its_number_its_range_and_its_cell():
    one, two = rows_of(evidence.claims_table("seven-r2", "two-part"))
    assert [part.text for part in one] == [
        "Seven heads <b>: R²",
        "0.988, median over 23 seeds",
        "0.975 to 0.99 in 3 runs",
    ]
    assert one.a["href"] == "02-a-b.ipynb#claim-seven-r2"
    assert [part.text for part in two] == [
        "Two heads part",
        "84% of 25 seeds",
        "in all 3 runs",
    ]
    assert two.a["href"] == "07-c.ipynb#claim-two-part"


def test_an_answer_stands_beside_everything_that_was_found():
    answer = ("Yes <b>&</b> no.", "two-part", "seven-r2")
    (row,) = rows_of(evidence.answers({"Do <they>?": answer}))
    assert [part.text for part in row.select("th, td")][:2] == ["Do <they>?", "Yes <b>&</b> no."]
    assert [(part.text, part.a["href"]) for part in row.select("div")] == [
        ("84% (in all 3 runs): Two heads part", "07-c.ipynb#claim-two-part"),
        (
            "0.988 (0.975 to 0.99 in 3 runs): Seven heads <b>: R²",
            "02-a-b.ipynb#claim-seven-r2",
        ),
    ]


def test_without_html_a_table_is_text():
    part = "84% (in all 3 runs): Two heads part"
    assert repr(evidence.claims_table("two-part", "two-part")) == f"{part}\n{part}"
    assert repr(evidence.answers({"Why?": ("So.", "two-part")})) == f"Why?\n  So.\n  {part}"


def test_the_table_has_its_former_name_for_a_release():
    with pytest.warns(DeprecationWarning, match="claims_table"):
        table = evidence.found("seven-r2", "two-part")
    assert table.markup == evidence.claims_table("seven-r2", "two-part").markup


def test_the_values_of_all_runs_can_be_drawn():
    assert evidence.runs("seven-r2").tolist() == [0.98765, 0.975, 0.99]


def test_a_run_without_a_value_leaves_a_gap_and_not_a_number():
    assert np.isnan(evidence.runs("two-meet")[0])
    assert str(evidence.find("two-meet")) == "– (2 to 3 in 3 runs): Two heads meet"


def test_an_unknown_claim_is_named_with_the_nearest_ones():
    with pytest.raises(ValueError, match="'two-parts'") as error:
        evidence.claims_table("two-part", "two-parts")
    suggestions = re.findall(r"^- (.*)", str(error.value), re.M)
    assert suggestions[:2] == ["two-part: Two heads part", "two-meet: Two heads meet"]
    assert "make replicate" in str(error.value)


def test_no_claim_at_all_is_refused():
    with pytest.raises(ValueError, match="no claim to show"):
        evidence.claims_table()
    with pytest.raises(ValueError, match=r"the answer to 'Why\?' has no claim"):
        evidence.answers({"Why?": ("So.",)})


@pytest.mark.parametrize("suffix", [".html", ".xhtml"])
def test_on_a_page_and_in_the_ebook_links_lead_to_pages(suffix):
    app = SimpleNamespace(builder=SimpleNamespace(out_suffix=suffix))
    text = "See 07-c.ipynb#claim-two-part."
    markup = evidence.claims_table("two-part").markup + text
    doctree = nodes.container("", nodes.raw("", markup, format="html"))
    how_sure.link_to_pages(app, doctree, "book/13-last")
    page = BeautifulSoup(doctree.astext(), "html.parser")
    assert page.a["href"] == f"07-c{suffix}#claim-two-part"
    assert text in page.text
