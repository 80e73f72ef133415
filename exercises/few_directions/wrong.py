"""Wrong answers to `few_directions` that people really give."""

import torch


def onto(matrix, r, smallest=False):
    """Project onto the first left singular vectors of one matrix or a stack of them."""
    vectors = torch.linalg.svd(matrix)[0]
    kept = vectors[..., -r:] if smallest else vectors[..., :r]
    return kept @ kept.mT


def side_by_side(matrices):
    return torch.cat([*matrices], dim=1)


def parts(W_Q, W_K, r, **other):
    """Return the heads' products and both projections."""
    M = W_Q @ W_K.mT
    return M, onto(side_by_side(M), r, **other), onto(side_by_side(M.mT), r, **other)


def each_by_itself(W_Q, W_K, r):
    ask, offer = onto(side_by_side(W_Q), r), onto(side_by_side(W_K), r)
    return ask @ W_Q @ W_K.mT @ offer


def own_directions(W_Q, W_K, r):
    M = W_Q @ W_K.mT
    return onto(M, r) @ M


def smallest(W_Q, W_K, r):
    M, ask, offer = parts(W_Q, W_K, r, smallest=True)
    return ask @ M @ offer


def queries_only(W_Q, W_K, r):
    M, ask, _ = parts(W_Q, W_K, r)
    return ask @ M


def keys_only(W_Q, W_K, r):
    M, _, offer = parts(W_Q, W_K, r)
    return M @ offer


def both_as_queries(W_Q, W_K, r):
    M, ask, _ = parts(W_Q, W_K, r)
    return ask @ M @ ask


def both_as_keys(W_Q, W_K, r):
    M, _, offer = parts(W_Q, W_K, r)
    return offer @ M @ offer


def sides_swapped(W_Q, W_K, r):
    M, ask, offer = parts(W_Q, W_K, r)
    return offer @ M @ ask


def what_is_lost(W_Q, W_K, r):
    M, ask, offer = parts(W_Q, W_K, r)
    return M - ask @ M @ offer


def cut_out(W_Q, W_K, r):
    M, ask, offer = parts(W_Q, W_K, r)
    rest = torch.eye(len(ask), dtype=ask.dtype)
    return (rest - ask) @ M @ (rest - offer)


def rows_for_columns(W_Q, W_K, r):
    """Cut the transposed matrix Vᵀ of the singular vectors as if it were V."""
    M, ask, _ = parts(W_Q, W_K, r)
    offer = torch.linalg.svd(torch.cat([*M]))[2][:, :r]
    return ask @ M @ offer @ offer.T


def r_for_each_head(W_Q, W_K, r):
    M, ask, offer = parts(W_Q, W_K, r * len(W_Q))
    return ask @ M @ offer


def one_set_for_both(W_Q, W_K, r):
    M = W_Q @ W_K.mT
    both = onto(side_by_side([*M, *M.mT]), r)
    return both @ M @ both


def centred(W_Q, W_K, r):
    M = W_Q @ W_K.mT
    wide = (side_by_side(matrices) for matrices in (M, M.mT))
    ask, offer = (onto(one - one.mean(dim=1, keepdim=True), r) for one in wide)
    return ask @ M @ offer


def divided(W_Q, W_K, r):
    M, ask, offer = parts(W_Q, W_K, r)
    return ask @ M @ offer / W_Q.shape[-1] ** 0.5


def of_the_mean(W_Q, W_K, r):
    M = W_Q @ W_K.mT
    mean = M.mean(dim=0)
    return onto(mean, r) @ M @ onto(mean.T, r)


def of_head_0(W_Q, W_K, r):
    M = W_Q @ W_K.mT
    return onto(M[0], r) @ M @ onto(M[0].T, r)


def few_maps(W_Q, W_K, r):
    rows = (W_Q @ W_K.mT).flatten(1)
    return (onto(rows, r) @ rows).view(len(W_Q), W_Q.shape[1], -1)


def in_new_directions(W_Q, W_K, r):
    M = W_Q @ W_K.mT
    ask, _, _ = torch.linalg.svd(side_by_side(M))
    offer, _, _ = torch.linalg.svd(side_by_side(M.mT))
    return ask[:, :r].T @ M @ offer[:, :r]


def nothing_cut(W_Q, W_K, r):
    return W_Q @ W_K.mT


def transposed(W_Q, W_K, r):
    M, ask, offer = parts(W_Q, W_K, r)
    return (ask @ M @ offer).mT


WRONG = {
    "the directions of W_Q and W_K alone, which depend on how a head spreads its scores over "
    "both; take those of their products": each_by_itself,
    "each head keeps directions of its own; they are shared": own_directions,
    "the weakest directions are kept, not the strongest": smallest,
    "only the queries are cut; the keys have shared directions too": queries_only,
    "only the keys are cut; the queries have shared directions too": keys_only,
    "the keys are cut by the directions of the queries": both_as_queries,
    "the queries are cut by the directions of the keys": both_as_keys,
    "the directions of queries and keys are swapped": sides_swapped,
    "this is what the cut takes away, not what it leaves": what_is_lost,
    "the strongest directions are cut out; they are what stays": cut_out,
    "the directions of the heads' average; opposite heads would cancel": of_the_mean,
    "the directions of head 0 alone are kept for all heads": of_head_0,
    "r maps are kept, of which heads are mixtures; keep r directions of tokens": few_maps,
    "these are the scores between directions, r x r; project back to d_model": in_new_directions,
    "svd returns Vᵀ, whose rows are the vectors; here its columns are cut": rows_for_columns,
    "r directions are kept for each head; it is r for all of them together": r_for_each_head,
    "queries and keys are cut to the same directions; each side has its own": one_set_for_both,
    "the mean is subtracted first; the wide matrix is taken as it is": centred,
    "the scores are divided by √d_head, which the task leaves out": divided,
    "nothing is cut yet": nothing_cut,
    "M is transposed; its rows belong to the queries": transposed,
}
