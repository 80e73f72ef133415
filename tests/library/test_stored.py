"""Eight bits keep a model, and what is stored is what the bench trained."""

import numpy as np
import pytest
import torch
from multihead import results
from multihead.real_text import (
    TextModel,
    stored,
    stored_seed,
    stored_seeds,
)
from page_weight import assert_light

SMALL = {"n_symbols": 11, "n_pos": 7, "d_model": 6, "n_heads": 2, "n_layers": 2}
MOST = 400_000  # bytes of a seed's file


@pytest.fixture
def weights() -> dict[str, torch.Tensor]:
    return TextModel(**SMALL, generator=torch.Generator().manual_seed(1)).state_dict()


def test_eight_bits_are_off_by_half_a_step_of_their_row_at_most(weights):
    restored = stored.from_eight_bits(stored.to_eight_bits(weights))
    assert restored.keys() == weights.keys()
    for name, weight in weights.items():
        step = weight.abs().amax(dim=-1, keepdim=True) / 127
        assert ((restored[name] - weight).abs() <= 0.501 * step).all()
    assert (restored["E"] != weights["E"]).any()
    assert (restored["layers.0.bias"] == 0).all()  # a row of zeros has no scale


def test_a_seed_comes_back_with_what_was_measured(weights, tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "STORED_TEXT", tmp_path)
    monkeypatch.setattr(stored, "TEXT_SIZES", SMALL)
    stored.store_seed(7, "abc", weights, {"loss": np.array([3.0, 2.5])})
    model, measured = stored_seed(7)
    assert stored_seeds() == [7]
    assert measured["loss"].tolist() == [3.0, 2.5]
    assert measured["digest"] == stored.digest_of(weights)
    assert measured.keys() == {"loss", "digest"}
    stored_result = results.read(tmp_path / "seeds.json")["7"]
    assert (stored_result["made_from"], stored_result["file"]) == ("abc", stored.file_digest(7))
    rounded = stored.from_eight_bits(stored.to_eight_bits(weights))
    assert all(torch.equal(model.state_dict()[name], rounded[name]) for name in weights)


def test_a_digest_changes_with_one_bit(weights):
    before = stored.digest_of(weights)
    weights["E"][4, 2] = torch.nextafter(weights["E"][4, 2], torch.tensor(9.0))
    assert stored.digest_of(weights) != before


def test_a_seed_that_is_not_stored_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "STORED_TEXT", tmp_path)
    with pytest.raises(ValueError, match=r"seed 3 .*\[\]"):
        stored_seed(3)


@pytest.mark.parametrize("seed", stored_seeds())
def test_a_stored_seed_is_light_and_whole(seed):
    assert_light(stored.seed_file(seed).stat().st_size, MOST)
    _, measured = stored_seed(seed)
    assert all(np.isfinite(curve).all() for name, curve in measured.items() if "digest" not in name)


def test_similarities_come_back_in_steps_of_one_in_two_hundred(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "STORED_TEXT", tmp_path)
    monkeypatch.setattr(stored, "MEASURES", ("pattern", "cost"))
    g = torch.Generator().manual_seed(1)
    half = torch.rand(4, 2, 6, 6, generator=g)
    full = ((half + half.mT) / 2).flatten(0, 1)
    full[:, range(6), range(6)] = 1
    tables = full.view(2, 2, 2, 6, 6)  # measure, state, layer, head, head
    similarity = {
        measure: dict(zip(stored.STATES, states, strict=True))
        for measure, states in zip(("pattern", "cost"), tables, strict=True)
    }
    arrays = {f"patterns {s}": torch.rand(2, 6, 5, 5, generator=g) for s in stored.STATES}
    arrays |= {f"layers {s}": torch.rand(2, 3, 3, generator=g) for s in stored.STATES}
    arrays["by kind"] = torch.linspace(-7, 9, 24).view(2, 3, 2, 2)
    rest = {"tokens": ["a"], "kinds": ["b", "c"], "checks": {"d": [1.5]}, "stated": {}}
    stored.keep_similarity("abc", similarity, arrays, clusters=[[[1, 0]] * 3] * 2, **rest)
    kept = stored.stored_similarity()
    for measure, states in similarity.items():
        for state, table in states.items():
            assert np.abs(kept.similarity[measure][state] - table.numpy()).max() < 0.00251
    assert np.abs(kept.patterns - arrays["patterns trained"].numpy()).max() < 0.00251
    assert np.abs(kept.layers["untrained"] - arrays["layers untrained"].numpy()).max() < 0.00251
    assert np.abs(kept.by_kind - arrays["by kind"].numpy()).max() < 0.00251
    assert (kept.tokens, kept.kinds, kept.checks) == (["a"], ["b", "c"], {"d": [1.5]})
    assert kept.clusters.tolist() == [[[1, 0]] * 3] * 2
    assert results.is_whole(results.read(tmp_path / "similarity.json"))
