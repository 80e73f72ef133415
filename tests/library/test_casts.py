"""Do several models have the same heads? Clusters that are hidden are found again."""

import itertools

import pytest
import torch
from multihead import heads


def rng(seed=0):
    return torch.Generator().manual_seed(seed)


def hidden_clusters(noise, *, models=5, n_heads=3, seed=1):
    """Similarities of models whose heads are one of each kind, in an order of their own."""
    g = rng(seed)
    order = torch.stack([torch.randperm(n_heads, generator=g) for _ in range(models)])
    kind = torch.linalg.qr(torch.randn(7, 7, generator=g))[0][:n_heads]
    each = kind[order] + noise * torch.randn(models, n_heads, 7, generator=g)
    each = each / each.norm(dim=-1, keepdim=True)
    return torch.einsum("mhx,nkx->mhnk", each, each), order


def by_hand(similarity):
    """The mean of matched heads, and the share of twins, in loops over all pairings."""
    models, n = similarity.shape[:2]
    means, shares = [], []
    for a, b in itertools.combinations(range(models), 2):
        table = similarity[a, :, b]
        best = max(
            itertools.permutations(range(n)),
            key=lambda order: sum(float(table[i, j]) for i, j in enumerate(order)),
        )
        means.append(sum(table[i, j] for i, j in enumerate(best)) / n)
        count = 0
        for i, j in enumerate(best):
            third = [similarity[a, i, a, k] for k in range(n) if k != i]
            third += [similarity[b, j, b, k] for k in range(n) if k != j]
            third += [table[i, k] for k in range(n) if k != j]
            third += [table[k, j] for k in range(n) if k != i]
            count += bool(table[i, j] > max(third))
        shares.append(count / n)
    return torch.stack(means), torch.tensor(shares)


@pytest.mark.parametrize("noise", [0.2, 0.6, 3.0])
def test_matched_similarity_and_twins_are_those_of_loops(noise):
    similarity, _ = hidden_clusters(noise, seed=3)
    means, shares = by_hand(similarity)
    torch.testing.assert_close(heads.matched_similarity(similarity), means)
    torch.testing.assert_close(heads.twins(similarity), shares)


def test_twins_are_lost_to_a_sibling_as_to_a_third_head_of_the_other_model():
    similarity, _ = hidden_clusters(0.0, models=2, n_heads=2)
    assert heads.twins(similarity).tolist() == [1.0]
    same = similarity.clone()
    same[0, 0, 0, 1] = same[0, 1, 0, 0] = 2.0  # both heads of model 0 are more similar
    assert heads.twins(same).tolist() == [0.0]
    same = similarity.clone()
    same[1, 0, 1, 1] = same[1, 1, 1, 0] = 2.0
    assert heads.twins(same).tolist() == [0.0]


def test_hidden_clusters_are_found_again_up_to_their_names():
    similarity, order = hidden_clusters(0.2)
    clusters = heads.consensus_clusters(similarity)
    names = {(int(a), int(b)) for a, b in zip(order.flatten(), clusters.flatten(), strict=True)}
    assert len(names) == 3  # one name for each kind
    assert heads.standing_out(similarity, clusters).all()


def test_no_exchange_of_two_heads_of_a_model_makes_clusters_better():
    similarity, _ = hidden_clusters(1.0, models=7)
    clusters = heads.consensus_clusters(similarity)

    def within(clusters):
        same = clusters[:, :, None, None] == clusters[None, None]
        return float((similarity * same).sum())

    for model in range(7):
        for i, j in itertools.combinations(range(3), 2):
            other = clusters.clone()
            other[model, [i, j]] = clusters[model, [j, i]]
            assert within(other) <= within(clusters) + 1e-5
    order = clusters.argsort(dim=1)
    models = torch.arange(7)[:, None]
    by_cluster = similarity[models, order][:, :, models, order]
    alike = torch.stack([by_cluster[:, p, :, p].sum() for p in range(3)])
    assert (alike.diff() <= 0).all()  # the most similar cluster comes first


def test_a_cluster_stands_out_where_most_of_it_is_nearer_than_every_other_head():
    similarity, order = hidden_clusters(0.0)
    one, two = (order[2] == 1).nonzero().item(), (order[4] == 0).nonzero().item()
    similarity[2, one, 4, two] = similarity[4, two, 2, one] = 1.5
    stands = heads.standing_out(similarity, order)
    expected = torch.ones(5, 3, dtype=torch.bool)
    expected[2, 1] = expected[4, 0] = False
    assert torch.equal(stands, expected)


def test_half_of_a_cluster_is_not_most_of_it():
    """Head 0 of cluster 0 is near two of four others; the lower of the middle two counts."""
    similarity, order = hidden_clusters(0.0)
    head = (order[0] == 0).nonzero().item()
    for model in (1, 2):
        other = (order[model] == 0).nonzero().item()
        similarity[0, head, model, other] = -1.0
    assert not heads.standing_out(similarity, order)[0, 0]
    other = (order[1] == 0).nonzero().item()
    similarity[0, head, 1, other] = 1.0
    assert heads.standing_out(similarity, order)[0, 0]


def test_dealing_keeps_all_similarities_and_breaks_up_models():
    similarity, _ = hidden_clusters(0.2)
    dealt = heads.dealt(similarity, rng(5))
    assert torch.equal(dealt.flatten().sort().values, similarity.flatten().sort().values)
    torch.testing.assert_close(dealt, dealt.permute(2, 3, 0, 1))
    diagonal = torch.einsum("mhmh->mh", dealt)
    torch.testing.assert_close(diagonal, torch.ones_like(diagonal))
    fell = [heads.matched_similarity(heads.dealt(similarity, rng(s))).mean() for s in range(9)]
    assert max(fell) < heads.matched_similarity(similarity).mean() - 0.05


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("shape", [(3, 2, 3), (3, 2, 3, 5), (1, 2, 1, 2), (3, 1, 3, 1)])
def test_similarities_of_the_wrong_shape_are_named(shape):
    for function in (
        heads.matched_similarity,
        heads.twins,
        heads.consensus_clusters,
        lambda table: heads.dealt(table, rng()),
        lambda table: heads.standing_out(table, torch.zeros(3, 2, dtype=torch.long)),
    ):
        with pytest.raises(ValueError, match=r"\(model, head, model, head\)"):
            function(torch.zeros(shape))


@pytest.mark.usefixtures("no_shape_checks")
def test_clusters_of_other_sizes_are_named():
    similarity, order = hidden_clusters(0.2)
    with pytest.raises(ValueError, match=r"\(5, 2\).*\(5, 3, 5, 3\)"):
        heads.standing_out(similarity, order[:, :2])
    with pytest.raises(ValueError, match=r"13 neighbours among 12 heads"):
        heads.recognised(similarity, order, neighbours=13)


def test_a_cluster_is_recognised_by_a_vote_of_the_nearest_heads():
    similarity, order = hidden_clusters(0.0)
    head = (order[3] == 2).nonzero().item()
    for model, value in ((0, 1.3), (1, 1.2)):  # two heads of another cluster are nearer
        other = (order[model] == 1).nonzero().item()
        similarity[3, head, model, other] = value
    expected = torch.ones(5, 3, dtype=torch.bool)
    assert torch.equal(heads.recognised(similarity, order, neighbours=5), expected)
    expected[3, 2] = False  # two of three, and two of four
    assert torch.equal(heads.recognised(similarity, order, neighbours=3), expected)
    assert torch.equal(heads.recognised(similarity, order, neighbours=4), expected)
