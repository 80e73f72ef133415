"""Where a link from before claims had ids leads: to the claim and to its rows, in each build."""

import re

from book_site.text import former_anchors
from conftest import ROOT
from multihead.claims import Claim, replications
from multihead.show import tables

ONE = Claim("two-part", "Two heads part", "share", 20, (0.95,), above=0.5)
PAGE = (
    ONE._repr_mimebundle_()["text/html"]
    + tables.Row(ONE.what, (), link="a.html", id=f"of-{ONE.anchor}").markup(())
    + tables.Row(ONE.what, (), id=f"where-{ONE.anchor}").markup(())
)
FORMER = {"two-part": "two-heads-part"}


def targets(page: str) -> list[str]:
    return re.findall(r'<(?:div|tr|span)[^>]* id="([^"]+)"', page)


def test_former_anchors_stand_at_the_claim_and_in_its_rows():
    page = former_anchors.insert_anchors(FORMER, PAGE)
    assert targets(page) == [
        *("claim-two-heads-part", "claim-two-part"),
        *("of-claim-two-part", "of-claim-two-heads-part"),
        *("where-claim-two-part", "where-claim-two-heads-part"),
    ]
    assert page.count('<th scope="row"><span') == 2


def test_a_second_build_changes_nothing_and_forgets_what_the_file_no_longer_has():
    page = former_anchors.insert_anchors(FORMER, PAGE)
    assert former_anchors.insert_anchors(FORMER, page) == page
    assert former_anchors.insert_anchors({}, page) == PAGE


def test_each_former_anchor_is_of_a_claim_of_the_book_and_of_no_other(tmp_path):
    claim_ids = {
        claim.id for chapter in replications.load().values() for claim in chapter["claims"]
    }
    anchor_of_claim = former_anchors.read_anchors(ROOT)
    assert anchor_of_claim.keys() <= claim_ids
    assert len({*anchor_of_claim.values()} | claim_ids) == len(anchor_of_claim) + len(claim_ids)
    assert former_anchors.read_anchors(tmp_path) == {}
