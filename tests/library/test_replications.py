"""Margins are computed correctly, and the stored replications belong to the current chapters."""

import numpy as np
import pytest
from conftest import ROOT
from multihead.claims import fingerprint, replications
from scipy.stats import binom, norm

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))


def claim(found, above=None, below=None, kind="median", seeds=20):
    return {"found": found, "above": above, "below": below, "kind": kind, "seeds": seeds}


def test_margin_is_the_nearest_bound_in_standard_deviations():
    found = [0.9, 1.0, 1.1]  # standard deviation 0.1
    assert replications.margin(claim(found, above=0.5)) == pytest.approx(5)
    assert replications.margin(claim(found, above=0.5, below=1.2)) == pytest.approx(2)
    assert replications.margin(claim(found, below=0.8)) == pytest.approx(-2)


def test_margin_of_a_share_is_the_chance_of_too_few_seeds():
    found = [1.0, 0.9, 0.95, 1.0]  # 77 of 80 seeds
    chance = binom.cdf(15, 20, 77.5 / 81)  # 15 of 20 is not above .75
    assert norm.sf(replications.margin(claim(found, above=0.75, kind="share"))) == pytest.approx(
        chance
    )
    assert replications.margin(claim(found, above=0.9, kind="share")) < 1
    always = claim([1.0] * 20, above=0.75, kind="share")
    assert 4 < replications.margin(always) < 50


@pytest.mark.parametrize("kind", ["median", "share"])
def test_a_claim_that_is_missing_or_nan_has_no_margin(kind):
    found = claim([0.9, None, 1.0], above=0.5, kind=kind)
    assert replications.margin(found) == -np.inf
    assert replications.share_that_holds(found) == pytest.approx(2 / 3)


def test_new_replications_of_a_chapter_replace_the_old(tmp_path, monkeypatch):
    monkeypatch.setattr(replications, "FILE", tmp_path / "kept.json")
    assert replications.load() == {}
    one, two = CHAPTERS[0].stem, CHAPTERS[1].stem
    replications.keep(two, "a", [[0, "pinned"]], [claim([1.0], above=0)])
    replications.keep(one, "b", [[0, "pinned"]], [])
    replications.keep(two, "c", [[0, "pinned"], [7, "native"]], [claim([1.0, 0.5], above=0)])
    kept = replications.load()
    assert [*kept] == [one, two]
    assert [chapter["made_from"] for chapter in kept.values()] == ["b", "c"]
    assert kept[two]["runs"] == [[0, "pinned"], [7, "native"]]
    assert kept[two]["claims"][0]["found"] == [1.0, 0.5]


# The stored replications.


@pytest.fixture(scope="module", params=[p for p in CHAPTERS if p.stem in replications.load()])
def kept(request):
    return request.param, replications.load()[request.param.stem]


def test_stored_replications_were_made_from_this_chapter(kept):
    path, chapter = kept
    how = f"stale: run `make replicate CHAPTERS={path.stem[:2]}` (some minutes) and commit the file"
    assert chapter["made_from"] == fingerprint.digest(path), how


def test_every_claim_holds_in_every_replication_with_room(kept):
    _, chapter = kept
    assert len(chapter["runs"]) > 20
    assert {way for _, way in chapter["runs"]} >= {"pinned", "native", "default", "two threads"}
    for found in chapter["claims"]:
        assert len(found["found"]) == len(chapter["runs"])
        assert replications.share_that_holds(found) == 1, found["what"]
        assert replications.margin(found) > replications.ENOUGH, found["what"]


def test_no_two_claims_share_a_name():
    names = [c["slug"] for chapter in replications.load().values() for c in chapter["claims"]]
    assert len(names) > 50
    assert len(set(names)) == len(names)
