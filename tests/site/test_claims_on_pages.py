"""The claims that the built pages show are those that were replicated, and link to their rows."""

import json
import re

import pytest
from built_pages import soup_of
from conftest import ROOT
from multihead import numerics
from multihead.claims import replications

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))


def test_the_claims_on_the_pages_are_those_that_were_replicated(site):
    same = "id", "what", "kind", "seeds", "above", "below"
    stored = replications.load()
    for path in CHAPTERS:
        page = soup_of(site / "book" / f"{path.stem}.html")
        made = [json.loads(div["data-claim"]) for div in page.select("[data-claim]")]
        made.sort(key=lambda claim: claim["id"])  # a page shows last what goes further
        kept = sorted(stored.get(path.stem, {"claims": []})["claims"], key=lambda k: k.id)
        assert [[m[key] for key in same] for m in made] == [
            [getattr(k, key) for key in same] for k in kept
        ], f"for a name or bound: bench/replicate.py --stated --chapters {path.stem[:2]}"
        for m, k in zip(made, kept, strict=True):
            assert m["holds"], m["id"]
            pinned = numerics.kernel_variables().get("ATEN_CPU_CAPABILITY") == "avx2"
            if pinned and m["id"] != "wide-heads-time":
                # Equal to the last of the five digits that are stored: these are the same runs.
                assert m["found"] == pytest.approx(k.values[0], rel=6e-5, abs=0)
                assert k.written(m["found"]) == k.written(k.values[0]), m["id"]


@pytest.mark.parametrize(
    ("page", "begin", "words"),
    [("how-sure", "of-", "How sure?"), ("settings", "where-", "Where it holds")],
)
def test_claims_and_their_rows_link_to_each_other(site, page, begin, words):
    there = {}
    for path in CHAPTERS:
        for claim in soup_of(site / "book" / f"{path.stem}.html").select(".mh-claim"):
            for link in claim.find_all("a", string=re.compile(re.escape(words))):
                row = f"{begin}{claim['id']}"
                assert link["href"] == f"{page}.html#{row}"
                there[row] = f"{path.stem}.html#{claim['id']}"
    rows = soup_of(site / "book" / f"{page}.html").select(f"tr[id^={begin}claim-]")
    assert {row["id"]: row.a["href"] for row in rows} == there
    assert len(rows) == len(there) > 50


def test_rows_of_the_same_claim_link_to_each_other(site):
    seeds, settings = (soup_of(site / "book" / f"{page}.html") for page in ("how-sure", "settings"))
    in_settings = {link["href"] for link in seeds.select("td a[href^='settings.html#where-']")}
    rows = [row["id"] for row in settings.select("tr[id^=where-claim-]")]
    assert in_settings == {f"settings.html#{row}" for row in rows}
    for row in rows:
        (link,) = settings.find(id=row).select("td a[href^='how-sure.html#of-']")
        assert seeds.find(id=link["href"].partition("#")[2]).find("a", href=f"settings.html#{row}")
