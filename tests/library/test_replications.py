"""The stored replications belong to the current chapters."""

import json
import math
from collections import Counter
from dataclasses import replace

import pytest
from conftest import ROOT
from multihead.claims import Claim, replications

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))


def claim(*values):
    return Claim("a-name", "A name", "median", 20, values, above=0)


def test_new_replications_of_a_chapter_replace_the_old(tmp_path, monkeypatch):
    monkeypatch.setattr(replications, "FILE", tmp_path / "kept.json")
    assert replications.load() == {}
    one, two = CHAPTERS[0].stem, CHAPTERS[1].stem
    replications.keep(two, "a", [[0, "pinned"]], [claim(1.0)])
    replications.keep(one, "b", [[0, "pinned"]], [])
    replications.keep(two, "c", [[0, "pinned"], [7, "native"]], [claim(1.0, 0.5)])
    loaded = replications.load()
    assert [*loaded] == [one, two]
    assert [chapter["made_from"] for chapter in loaded.values()] == ["b", "c"]
    assert loaded[two]["runs"] == [[0, "pinned"], [7, "native"]]
    assert loaded[two]["claims"] == [claim(1.0, 0.5)]


def test_a_value_that_is_missing_or_nan_is_kept_as_none_and_read_as_nan(tmp_path, monkeypatch):
    monkeypatch.setattr(replications, "FILE", tmp_path / "kept.json")
    replications.keep("01-a", "b", [], [claim(1.0, math.nan)])
    (stored,) = json.loads(replications.FILE.read_text())["01-a"]["claims"]
    assert stored["found"] == [1.0, None]
    (read,) = replications.load()["01-a"]["claims"]
    assert read.values[0] == 1
    assert math.isnan(read.values[1])


def test_a_bound_that_moved_is_kept_beside_the_new_one(tmp_path, monkeypatch):
    monkeypatch.setattr(replications, "FILE", tmp_path / "kept.json")
    for above, below in ((0.9, None), (0.9, None), (0.5, None), (0.5, 2)):
        moved = replace(claim(1.0), above=above, below=below)
        replications.keep("01-a", "b", [], [moved])
    (read,) = replications.load()["01-a"]["claims"]
    assert read == replace(moved, before=((0.9, None), (0.5, None)))
    assert read.bounds_before() == ["above 0.9", "above 0.5"]


# The stored replications.


@pytest.fixture(scope="module", params=[p for p in CHAPTERS if p.stem in replications.load()])
def stored_chapter(request):
    return request.param, replications.load()[request.param.stem]


def test_every_claim_holds_in_every_replication_with_room(stored_chapter):
    _, chapter = stored_chapter
    assert len(chapter["runs"]) > 20
    assert {way for _, way in chapter["runs"]} >= {"pinned", "native", "default", "two threads"}
    for claim in chapter["claims"]:
        assert len(claim.values) == len(chapter["runs"])
        assert claim.holds, claim.id
        assert claim.margin > replications.ENOUGH, claim.id


@pytest.mark.parametrize("key", ["id", "what"])
def test_no_two_claims_share_an_id_or_a_name(key):
    claims = [claim for chapter in replications.load().values() for claim in chapter["claims"]]
    assert len(claims) > 50
    times = Counter(getattr(claim, key) for claim in claims)
    twice = [f"{claim.id}: {claim.what}" for claim in claims if times[getattr(claim, key)] > 1]
    assert not twice, "\n".join(twice)
