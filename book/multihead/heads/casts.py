"""Do several models have the same heads? Heads of many models, sorted into clusters.

All functions take the similarity of every head with every head, (model, head, model, head), by any
measure that is larger for more similar heads. A *cluster* is one head of each model.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Generator, Tensor

from multihead.heads.matching import match_heads

Similarity = Float[Tensor, "model head model head"]


def matched_similarity(similarity: Similarity) -> Float[Tensor, " pair"]:
    """Mean similarity of the heads of two models, matched by :func:`match_heads`.

    One number for each pair of models, the first with the second first. Matching takes the best of
    all pairings, so the mean is above 0 for unrelated heads too: compare it with that of
    :func:`dealt` models.

    Raises
    ------
    ValueError
        If the similarity is not (model, head, model, head), of 2 models or more.
    """
    tables = _tables(similarity)
    return tables.gather(-1, match_heads(tables).unsqueeze(-1)).mean(dim=(-2, -1))


def twins(similarity: Similarity) -> Float[Tensor, " pair"]:
    """Share of the matched heads of two models that are twins.

    Two heads of two models are *twins* if they are more similar to each other than either is to
    any third head of the two models. One number for each pair, as :func:`matched_similarity` has.

    Raises
    ------
    ValueError
        As :func:`matched_similarity` does.
    """
    tables = _tables(similarity)  # (pair, head, head)
    n = tables.shape[-1]
    partner = match_heads(tables)
    own = torch.einsum("mhmk->mhk", similarity).masked_fill(
        torch.eye(n, dtype=torch.bool), -torch.inf
    )
    one, other = torch.triu_indices(len(similarity), len(similarity), 1)
    siblings_a = own.amax(dim=-1)[one]  # (pair, head)
    siblings_b = own.amax(dim=-1)[other].gather(-1, partner)
    at = torch.zeros_like(tables, dtype=torch.bool).scatter_(-1, partner.unsqueeze(-1), True)
    alike = tables[at].unflatten(0, partner.shape)
    rest = tables.masked_fill(at, -torch.inf)
    row, column = rest.amax(dim=-1), rest.amax(dim=-2).gather(-1, partner)
    most = torch.stack([siblings_a, siblings_b, row, column]).amax(dim=0)
    return (alike > most).float().mean(dim=-1)


def dealt(similarity: Similarity, generator: Generator) -> Similarity:
    """Shuffle the heads of all models, and deal them out as models of as many heads each.

    The dealt models hold the same heads. Only which of them stand together in a model is chance, so
    they tell whether trained models hold one head of each kind.

    Raises
    ------
    ValueError
        As :func:`matched_similarity` does.
    """
    _tables(similarity)
    models, heads = similarity.shape[:2]
    order = torch.randperm(models * heads, generator=generator)
    table = similarity.flatten(0, 1).flatten(1)[order][:, order]
    return table.unflatten(1, (models, heads)).unflatten(0, (models, heads))


def consensus_clusters(similarity: Similarity) -> Int[Tensor, "model head"]:
    """Sort the heads of all models into clusters, one head of each model in each.

    Each model in turn is matched with the clusters of all others, until the summed similarity
    within the clusters rises no more; it begins with the heads of one model as clusters, and of
    all beginnings the best is kept. Cluster 0 is the one whose heads are most similar, the last
    one least.

    Raises
    ------
    ValueError
        As :func:`matched_similarity` does.
    """
    _tables(similarity)
    found = [
        _improved(similarity, match_heads(similarity[:, :, m])) for m in range(len(similarity))
    ]
    clusters = max(found, key=lambda clusters: float(_within(similarity, clusters).sum()))
    rank = _within(similarity, clusters).argsort(descending=True).argsort()
    return rank[clusters]


def standing_out(
    similarity: Similarity, clusters: Int[Tensor, "model head"]
) -> Bool[Tensor, "model cluster"]:
    """Say in which models a cluster stands out.

    It does if the model's head is more similar to most heads of the cluster, those of the other
    models, than to every head of another cluster there.

    Raises
    ------
    ValueError
        As :func:`matched_similarity` does, or if the clusters are not (model, head).
    """
    by_cluster, models = _by_cluster(similarity, clusters), torch.arange(len(clusters))
    stands = torch.zeros_like(clusters, dtype=torch.bool)
    for cluster in range(clusters.shape[1]):
        for model in range(len(clusters)):
            others = by_cluster[model, cluster][models != model]  # (other model, cluster)
            rest = torch.cat([others[:, :cluster], others[:, cluster + 1 :]], dim=1)
            stands[model, cluster] = (
                others[:, cluster].quantile(0.5, interpolation="lower") > rest.max()
            )
    return stands


def recognised(
    similarity: Similarity, clusters: Int[Tensor, "model head"], neighbours: int = 9
) -> Bool[Tensor, "model cluster"]:
    """Say in which models a cluster is recognised by the most similar heads of the other models.

    It is if more than half of the model's head's nearest ``neighbours`` are of its cluster: a vote,
    less strict than :func:`standing_out`.

    Raises
    ------
    ValueError
        As :func:`standing_out` does, or if there are fewer heads in other models than
        ``neighbours``.
    """
    by_cluster = _by_cluster(similarity, clusters)
    models, heads = clusters.shape
    if not 1 <= neighbours <= (models - 1) * heads:
        raise ValueError(
            f"{neighbours} neighbours among {(models - 1) * heads} heads of other models; give 1 "
            "to as many"
        )
    found = torch.zeros_like(clusters, dtype=torch.bool)
    for model in range(models):
        others = by_cluster[model][
            :, torch.arange(models) != model
        ]  # (cluster, other model, cluster)
        nearest = others.flatten(1).topk(neighbours, dim=1).indices % heads
        votes = (nearest == torch.arange(heads)[:, None]).sum(dim=1)
        found[model] = 2 * votes > neighbours
    return found


def _by_cluster(similarity: Similarity, clusters: Int[Tensor, "model head"]) -> Similarity:
    """Put the heads of each model in the order of their clusters."""
    _tables(similarity)
    if clusters.shape != similarity.shape[:2]:
        raise ValueError(
            f"clusters of shape {tuple(clusters.shape)}, similarity of {tuple(similarity.shape)}; "
            "give the cluster of each head, (model, head), e.g. of consensus_clusters"
        )
    order, models = clusters.argsort(dim=1), torch.arange(len(clusters))[:, None]
    return similarity[models, order][:, :, models, order]


def _tables(similarity: Tensor) -> Float[Tensor, "pair head head"]:
    """Return the table of each pair of models."""
    shape = tuple(similarity.shape)
    if len(shape) != 4 or shape[:2] != shape[2:] or shape[0] < 2 or shape[1] < 2:
        raise ValueError(
            f"similarity of shape {shape}; give (model, head, model, head), of 2 models and 2 "
            "heads or more"
        )
    one, other = torch.triu_indices(shape[0], shape[0], 1)
    return similarity[one, :, other]


def _within(
    similarity: Similarity, clusters: Int[Tensor, "model head"]
) -> Float[Tensor, " cluster"]:
    """Summed similarity within each cluster, each head with itself left out."""
    member = torch.nn.functional.one_hot(clusters).to(similarity.dtype)  # (model, head, cluster)
    own = torch.einsum("mhmh->mh", similarity)
    whole = torch.einsum("mhp,mhnk,nkp->p", member, similarity, member)
    return whole - torch.einsum("mhp,mh->p", member, own)


def _improved(
    similarity: Similarity, clusters: Int[Tensor, "model head"]
) -> Int[Tensor, "model head"]:
    kept, total, before = clusters, _within(similarity, clusters).sum(), -torch.inf
    while total > before:
        kept, before = clusters, total
        clusters = clusters.clone()
        for model in range(len(clusters)):
            member = torch.nn.functional.one_hot(clusters).to(similarity.dtype)
            member[model] = 0
            clusters[model] = match_heads(torch.einsum("hnk,nkp->hp", similarity[model], member))
        total = _within(similarity, clusters).sum()
    return kept
