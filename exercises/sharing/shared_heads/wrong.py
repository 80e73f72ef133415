"""Wrong answers to `shared_heads` that people really give."""

import numpy as np


def softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def in_order(W, n_heads):
    """Give each head its group's matrix: 0, 0, 1, 1."""
    return W.repeat(n_heads // len(W), axis=0)


def in_turn(W, n_heads):
    """Deal out the groups' matrices: 0, 1, 0, 1."""
    return np.concatenate([W] * (n_heads // len(W)))


def heads(x, W_Q, W_K, W_V, width=None, axis=-1, causal=False):
    """Return what each head has fetched; every head has its matrices."""
    scores = x @ W_Q @ (x @ W_K).mT / (width or W_Q.shape[-1] ** 0.5)
    if causal:
        scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
    return softmax(scores, axis) @ (x @ W_V)


def causal_mask(*inputs):
    return layer(*inputs, causal=True)


def layer(x, W_Q, W_K, W_V, W_O, *, to_keys=in_order, to_values=in_order, **other):
    n = len(W_Q)
    return (heads(x, W_Q, to_keys(W_K, n), to_values(W_V, n), **other) @ W_O).sum(axis=0)


def dealt_out(*inputs):
    return layer(*inputs, to_keys=in_turn, to_values=in_turn)


def values_dealt_out(*inputs):
    return layer(*inputs, to_values=in_turn)


def keys_dealt_out(*inputs):
    return layer(*inputs, to_keys=in_turn)


def first_group(x, W_Q, W_K, W_V, W_O):
    return layer(x, W_Q, W_K[:1], W_V[:1], W_O)


def groups_as_size(x, W_Q, W_K, W_V, W_O):
    """Take the number of groups for the size of a group."""
    group = [min(head // len(W_K), len(W_K) - 1) for head in range(len(W_Q))]
    return layer(x, W_Q, W_K[group], W_V[group], W_O)


def mean_of_groups(x, W_Q, W_K, W_V, W_O):
    mean_K, mean_V = (W.mean(axis=0, keepdims=True) for W in (W_K, W_V))
    return layer(x, W_Q, mean_K, mean_V, W_O)


def firsts(W, groups):
    """Give all heads of a group the matrix of its first head."""
    return in_order(W[:: len(W) // groups], len(W))


def queries_shared(x, W_Q, W_K, W_V, W_O):
    return layer(x, firsts(W_Q, len(W_K)), W_K, W_V, W_O)


def blocks_shared(x, W_Q, W_K, W_V, W_O):
    return layer(x, W_Q, W_K, W_V, firsts(W_O, len(W_K)))


def group_is_a_head(x, W_Q, W_K, W_V, W_O):
    """Average the queries of a group, and add its blocks."""
    Q, out = (W.reshape(len(W_K), -1, *W.shape[1:]) for W in (W_Q, W_O))
    return layer(x, Q.mean(axis=1), W_K, W_V, out.sum(axis=1))


def first_heads(x, W_Q, W_K, W_V, W_O):
    return layer(x, W_Q[: len(W_K)], W_K, W_V, W_O[: len(W_K)])


def averaged(x, W_Q, *others):
    return layer(x, W_Q, *others) / len(W_Q)


def averaged_in_groups(x, W_Q, W_K, *others):
    return layer(x, W_Q, W_K, *others) * len(W_K) / len(W_Q)


def no_scale(*inputs):
    return layer(*inputs, width=1)


def root_of_the_model(x, *matrices):
    return layer(x, *matrices, width=x.shape[-1] ** 0.5)


def divided_by_d(x, W_Q, *others):
    return layer(x, W_Q, *others, width=W_Q.shape[-1])


def roles_swapped(x, W_Q, W_K, W_V, W_O):
    """Let the keys ask and the queries answer."""
    n = len(W_Q)
    return layer(x, in_order(W_K, n), W_Q, W_V, W_O)


def over_queries(*inputs):
    return layer(*inputs, axis=-2)


def over_heads(*inputs):
    return layer(*inputs, axis=0)


def no_output_matrix(x, W_Q, W_K, W_V, W_O):
    z = heads(x, W_Q, in_order(W_K, len(W_Q)), in_order(W_V, len(W_Q)))
    return np.concatenate(z, axis=1)


def not_added(x, W_Q, W_K, W_V, W_O):
    return heads(x, W_Q, in_order(W_K, len(W_Q)), in_order(W_V, len(W_Q))) @ W_O


def by_reshape(x, W_Q, W_K, W_V, W_O):
    z = heads(x, W_Q, in_order(W_K, len(W_Q)), in_order(W_V, len(W_Q)))
    return z.reshape(len(x), -1) @ np.concatenate(W_O)


def keys_for_values(x, W_Q, W_K, W_V, W_O):
    return layer(x, W_Q, W_V, W_K, W_O)


def one_row_for_a_group(x, W_Q, W_K, W_V, W_O):
    """Let one softmax run over the keys of all heads of a group."""
    n = len(W_Q)
    scores = x @ W_Q @ (x @ in_order(W_K, n)).mT / W_Q.shape[-1] ** 0.5
    grouped = scores.reshape(len(W_K), -1, *scores.shape[1:])  # (group, head, query, key)
    pattern = softmax(grouped, axis=(1, 3)).reshape(scores.shape)
    return (pattern @ (x @ in_order(W_V, n)) @ W_O).sum(axis=0)


WRONG = {
    "the groups are assigned in turn, 0, 1, 0, 1; the heads of a group are neighbours": dealt_out,
    "the keys go to the right heads, but the values are assigned in turn, 0, 1, 0, 1": (
        values_dealt_out
    ),
    "the values go to the right heads, but the keys are assigned in turn, 0, 1, 0, 1": (
        keys_dealt_out
    ),
    "all heads use the keys and values of group 0; each group has its own": first_group,
    "the number of groups is taken for the number of heads in a group": groups_as_size,
    "all heads use the average of the groups' keys and values; each group has its own": (
        mean_of_groups
    ),
    "the heads of a group share their queries too; each head has its own": queries_shared,
    "the heads of a group share a block of W_O too; each head has its own": blocks_shared,
    "the queries of a group are averaged, which makes it one head; each head has its own": (
        group_is_a_head
    ),
    "only as many heads are used as there are groups; use all heads": first_heads,
    "the heads are averaged; they are added": averaged,
    "the outputs within a group are averaged; add up those of all heads": averaged_in_groups,
    "the scores are not divided by √d_head": no_scale,
    "the scores are divided by √d_model, not by √d_head": root_of_the_model,
    "the scores are divided by d_head, not by its root": divided_by_d,
    "the roles of queries and keys are swapped": roles_swapped,
    "there is a causal mask, but here every query may attend to every key": causal_mask,
    "the softmax runs over the queries, not over the keys": over_queries,
    "the softmax runs over the heads, not over the keys": over_heads,
    "one softmax runs over all heads of a group; the row of each head has to sum to 1": (
        one_row_for_a_group
    ),
    "W_O is missing": no_output_matrix,
    "the outputs of the heads are not added up": not_added,
    "the heads are merged by reshape, which mixes tokens and heads": by_reshape,
    "keys and values are swapped": keys_for_values,
}
