"""What compares the heads of real text, against loops on small models of odd sizes."""

import pytest
import torch
from multihead import heads
from multihead.real_text import TextModel, stored_pairs

from bench import same_heads

SMALL = {"n_symbols": 11, "n_pos": 7, "d_model": 6, "n_heads": 2, "n_layers": 2}


@pytest.fixture
def models() -> list[TextModel]:
    generators = (torch.Generator().manual_seed(seed) for seed in range(3))
    return [TextModel(**SMALL, generator=g).requires_grad_(False) for g in generators]


@pytest.fixture
def windows() -> torch.Tensor:
    return torch.randint(11, (5, 8), generator=torch.Generator().manual_seed(4))


def test_heads_stand_seed_by_seed_and_outputs_are_those_of_the_layer_to_cka(models, windows):
    tokens = windows[:, :-1]
    patterns = same_heads.patterns(models, tokens, 1)
    assert patterns.shape == (5, 6, 7, 7)
    assert torch.equal(patterns[:, 5], models[2].heads(tokens)[1].pattern[:, 1])
    written = [model.layers[1].write(model.heads(tokens)[1].z) for model in models]
    narrow = same_heads.outputs(models, tokens, 1)
    assert narrow.shape == (5, 6, 7, 3)
    expected = heads.linear_cka(torch.cat(written, dim=1))
    torch.testing.assert_close(heads.linear_cka(narrow), expected)
    whole = same_heads.whole_layers(models, tokens, 1)
    torch.testing.assert_close(whole[:, 2], written[2].sum(dim=1))


def test_every_token_is_of_one_kind():
    pairs = stored_pairs()
    texts = ["\n    ", "if", " re", "sult", "_", "x", ")", "[", " (", "]", ":", "\n"]
    tokens = torch.tensor([[pairs.number[text] for text in texts]])
    kinds = same_heads.kinds_of(tokens)[:, 0]
    assert (kinds.sum(dim=0) == 1).all()
    names = [same_heads.KINDS[k] for k in kinds.int().argmax(dim=0).tolist()]
    closing, sign, line, starts, inside = same_heads.KINDS
    expected = [starts, starts, inside, inside, inside, closing, sign, sign, closing, sign, line]
    assert names == expected


def test_costs_by_kind_are_means_over_the_mean_of_all():
    pairs = stored_pairs()
    tokens = torch.tensor([[pairs.number[text] for text in ("a", ")", "(", ")", "\n", "if")]])
    rises = torch.tensor([[[[4.0, 1.0, 6.0, 2.0, 2.0]]]])  # mean 3
    ratios = same_heads.by_kind(rises, tokens)[0, 0]
    torch.testing.assert_close(ratios[:4], torch.tensor([5 / 3, 1 / 3, 2 / 3, 2 / 3]))


def test_the_variance_that_groups_explain():
    values = torch.tensor([[1.0, 5.0], [7.0, 3.0], [2.0, 6.0]])
    group = torch.tensor([[0, 1], [1, 0], [0, 1]])
    # Means 2 and 6, so 4 of each value's variance; around them 1, 1, 1, 1, 0 and 0.
    assert same_heads.explained(values, group) == pytest.approx(4 / (4 + 4 / 6))
    assert same_heads.explained(values, torch.zeros_like(group) + torch.arange(2)) < 0.2


def test_the_partner_by_a_measure_is_compared_with_the_parts():
    cast = torch.eye(2).repeat(3, 3).view(3, 2, 3, 2)  # head i is that of number i
    clusters = torch.tensor([[0, 1], [0, 1], [1, 0]])
    assert same_heads.same_partners(cast, clusters) == pytest.approx(1 / 3)


def test_shuffled_windows_have_the_same_tokens(windows):
    mixed = same_heads.shuffled(windows)
    assert torch.equal(mixed.sort(dim=1).values, windows.sort(dim=1).values)
    assert not torch.equal(mixed, windows)
