"""What programs of `bench/` found is kept by program, and read by setting."""

import numpy as np
import pytest
from multihead import results
from multihead.claims import sweeps, when_it_falls, which_reads

TRIED = {"base": {"of": 30, "steps": [10, None, 20], "right at the end": [0.9, 0.2, 1.0]}}


@pytest.fixture
def stored(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeps, "FILE", tmp_path / "sweeps.json")
    sweeps.keep("when_it_falls", "abc", TRIED)
    sweeps.keep("which_reads", "def", {"only keys": [0.5, 1.0]})
    return tmp_path / "sweeps.json"


def test_a_program_replaces_its_own_part_only(stored):
    sweeps.keep("which_reads", "ghi", {"only keys": [0.25]})
    all_sweeps = results.read(stored)
    assert {name: kept["made_from"] for name, kept in all_sweeps.items()} == {
        "when_it_falls": "abc",
        "which_reads": "ghi",
    }
    assert sweeps.load("when_it_falls") == TRIED
    assert sweeps.load("which_reads") == {"only keys": [0.25]}
    assert sweeps.load("another") == {}


def test_a_seed_that_did_not_get_there_counts_with_the_last_step(stored):
    np.testing.assert_equal(when_it_falls("base"), {"base": np.array([10.0, 30, 20])})
    np.testing.assert_equal(sweeps.right_at_the_end("base"), np.array([0.9, 0.2, 1]))
    np.testing.assert_equal(which_reads(), {"only keys": np.array([0.5, 1])})


def test_a_setting_that_was_not_tried_is_named(stored):
    with pytest.raises(ValueError, match=r"\['bass'\] were not tried; use base"):
        when_it_falls("base", "bass")
    with pytest.raises(ValueError, match="not tried"):
        sweeps.right_at_the_end("bass")


def test_the_chapters_settings_were_tried_over_twenty_seeds():
    for tried in sweeps.load("when_it_falls").values():
        assert len(tried["steps"]) == len(tried["right at the end"]) == 20
    assert len(which_reads()["only keys"]) == 300
