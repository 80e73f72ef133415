"""What is measured of heads in real text, against loops on a small model of odd sizes."""

import pytest
import torch
from multihead.real_text import BytePairs, TextModel
from multihead.real_text.byte_pairs import ALPHABET
from multihead.real_text.text_training import window_loss

from bench import heads_of_text

SMALL = {"n_symbols": 98, "n_pos": 7, "d_model": 6, "n_heads": 3, "n_layers": 2}
HEAD = (1, 2)


@pytest.fixture
def model(monkeypatch) -> TextModel:
    monkeypatch.setattr(heads_of_text, "TEXT_SIZES", SMALL)
    monkeypatch.setattr(heads_of_text, "HEADS", 3)
    heads = [(layer, head) for layer in range(2) for head in range(3)]
    monkeypatch.setattr(heads_of_text, "ALL", heads)
    return TextModel(**SMALL, generator=torch.Generator().manual_seed(3)).requires_grad_(False)


@pytest.fixture
def windows() -> torch.Tensor:
    return torch.randint(98, (5, 8), generator=torch.Generator().manual_seed(4))


def gated(model: TextModel, windows: torch.Tensor, off: list) -> torch.Tensor:
    """The loss with gates, in PyTorch's own words."""
    gate = torch.ones(2, 3)
    for head in off:
        gate[head] = 0
    logits = model(windows[:, :-1], gate=gate)
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten())


def test_zeros_in_place_of_a_head_are_its_gate_and_its_missing_matrix(model, windows):
    nothing = torch.zeros(6)
    measured = heads_of_text.loss_without(model, windows, {HEAD: nothing, (0, 1): nothing})
    torch.testing.assert_close(measured, gated(model, windows, [HEAD, (0, 1)]))
    removed = heads_of_text.without(model, [HEAD])
    torch.testing.assert_close(window_loss(removed, windows), gated(model, windows, [HEAD]))
    assert abs(window_loss(model, windows) - window_loss(removed, windows)) > 1e-3


def test_costs_are_differences_of_losses(model, windows):
    measured, full = heads_of_text.removals(model, windows), window_loss(model, windows)
    torch.testing.assert_close(measured["loss"], full)
    torch.testing.assert_close(measured["cost"][HEAD], gated(model, windows, [HEAD]) - full)
    layer = [(0, head) for head in range(3)]
    torch.testing.assert_close(measured["cost of a layer"][0], gated(model, windows, layer) - full)
    assert measured["cost"].shape == measured["cost by mean"].shape == (2, 3)


def test_the_mean_of_what_a_head_writes_stands_in_its_place(model, windows):
    """In the last layer, where no other head reads it, it moves the logits by a constant."""
    x = windows[:, :-1]
    write = model.layers[1].write(model.heads(x)[1].z)[:, 2]
    logits = model(x) + (write.mean(dim=(0, 1)) - write) @ model.W_U
    expected = torch.nn.functional.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten())
    measured = heads_of_text.removals(model, windows)
    torch.testing.assert_close(measured["cost by mean"][HEAD] + measured["loss"], expected)


def test_what_is_handed_over_from_the_first_token_is_a_length_over_the_mean(model, windows):
    tokens = windows[:, :7]
    x = model.E[tokens]
    lengths = [
        [(row @ model.layers[0].W_V[2] @ model.layers[0].W_O[2]).norm() for row in sample]
        for sample in x
    ]
    expected = torch.tensor([sample[0] / (sum(sample) / 7) for sample in lengths]).mean()
    torch.testing.assert_close(heads_of_text.handed_over(model, tokens)[0, 2], expected)


def test_looks_have_a_number_for_each_head_and_habit(model, windows, monkeypatch):
    pairs = BytePairs([*ALPHABET, "\n  ", " ="])
    monkeypatch.setattr(heads_of_text, "stored_pairs", lambda: pairs)
    windows[:, [0, 3]] = windows.new_tensor([pairs.number["\n"], pairs.number["("]])
    windows[:, 5] = windows[:, 2]
    windows[:, 6] = pairs.number["\n"]
    measured = heads_of_text.looks(model, windows)
    assert measured["habits"].shape == (2, 3, 9)
    assert measured["keys"].shape == measured["handed over"].shape == (2, 3)
    assert measured["likeness"].shape == (2, 3, 3)
    pattern = model.heads(windows[:, :-1])[1].pattern[:, 2]
    back = torch.stack([pattern[:, t, t - 1] for t in range(1, 7)]).mean()
    torch.testing.assert_close(measured["habits"][HEAD][1], back)
    entropy = -(pattern * pattern.clamp(min=1e-30).log()).sum(dim=-1).mean()
    torch.testing.assert_close(measured["keys"][HEAD], entropy.exp())


def test_every_set_of_heads_has_its_loss(model, windows):
    measured = heads_of_text.kept(model, windows)
    assert measured.shape == (8, 8)
    torch.testing.assert_close(measured[7, 7], window_loss(model, windows))
    # 5 is 101 and 3 is 011, from the right: head 1 of layer 0 is off, and head 2 of layer 1.
    torch.testing.assert_close(measured[5, 3], gated(model, windows, [(0, 1), HEAD]))


def test_heads_cut_to_some_directions_ask_and_offer_nothing_in_others(model, windows):
    cut_model = heads_of_text.cut(model, 2)
    for layer, whole in zip(cut_model.layers, model.layers, strict=True):
        for name in ("W_Q", "W_K"):
            side_by_side = torch.cat([*getattr(layer, name)], dim=1)
            assert torch.linalg.matrix_rank(side_by_side, rtol=1e-4) == 2
        torch.testing.assert_close(layer.W_V, whole.W_V)
    torch.testing.assert_close(heads_of_text.cut(model, 6)(windows[:, :-1]), model(windows[:, :-1]))
    # One head's own products are best kept by their own strongest directions.
    match = model.layers[0].W_Q @ model.layers[0].W_K.mT
    projected = torch.cat([*(cut_model.layers[0].W_Q @ model.layers[0].W_K.mT)], dim=1)
    lost = torch.linalg.svdvals(torch.cat([*match], dim=1))[2:].square().sum()
    torch.testing.assert_close((torch.cat([*match], dim=1) - projected).square().sum(), lost)


def test_the_size_of_a_head_is_the_mean_square_of_what_it_writes(model, windows):
    z = model.heads(windows[:, :-1])[1].z[:, 2]  # (batch, pos, d_head)
    expected = (z @ model.layers[1].W_O[2]).square().mean()
    torch.testing.assert_close(heads_of_text.removals(model, windows)["size"][HEAD], expected)


def test_what_a_head_does_is_told_apart_by_whether_its_token_has_stood_before(
    model, windows, monkeypatch
):
    pairs = BytePairs([*ALPHABET, "\n  ", " ="])
    monkeypatch.setattr(heads_of_text, "stored_pairs", lambda: pairs)
    tokens = windows[:, :7]
    tokens[:, 0], tokens[:, 2] = pairs.number["\n"], pairs.number["\n  "]
    tokens[1:, 5] = tokens[1:, 1]
    measured = heads_of_text.by_match(model, tokens)
    heads = model.heads(tokens)[1]
    values_by_match: dict[bool, list] = {True: [], False: []}
    for row, numbers in enumerate(tokens.tolist()):
        for query in range(3, 7):
            share = heads.pattern[row, 2, query]
            starts = sum(s for s, n in zip(share, numbers, strict=True) if n in (0, 96))
            length = (heads.z[row, 2, query] @ model.layers[1].W_O[2]).norm()
            values = torch.stack([share[0], starts, length])
            values_by_match[numbers[query] in numbers[:query]].append(values)
    for place, before in enumerate((True, False)):
        expected = torch.stack(values_by_match[before]).mean(dim=0)
        names = ("on first", "on starts", "length")
        ours = torch.stack([measured[name][(place, *HEAD)] for name in names])
        torch.testing.assert_close(ours, expected)
