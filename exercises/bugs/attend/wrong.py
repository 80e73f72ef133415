"""Wrong answers to `attend`: repairs of one bug only, and new bugs."""

import torch


def hidden(scores, mask):
    return scores.masked_fill(~mask, -1e9)


def as_given(scores, mask):
    pattern = scores.softmax(dim=-1)
    return torch.cat([pattern[:1] * mask, pattern[1:]])


def after(scores, mask):
    return scores.softmax(dim=-1) * mask


def first_head(scores, mask):
    return torch.cat([hidden(scores[:1], mask), scores[1:]]).softmax(dim=-1)


def zeros(scores, mask):
    return (scores * mask).softmax(dim=-1)


def backwards(scores, mask):
    return hidden(scores, ~mask).softmax(dim=-1)


def turned(scores, mask):
    return hidden(scores, mask.T).softmax(dim=-1)


def no_mask(scores, mask):
    return scores.softmax(dim=-1)


def over_queries(scores, mask):
    return hidden(scores, mask).softmax(dim=-2)


def over_heads_and_keys(scores, mask):
    by_query = hidden(scores, mask).transpose(0, 1)
    return by_query.flatten(1).softmax(dim=-1).reshape(by_query.shape).transpose(0, 1)


def one_sum(scores, mask):
    pattern = scores.softmax(dim=-1) * mask
    return pattern / pattern.sum(dim=(-2, -1), keepdim=True)


WRONG = {
    "this is the function as it was given, with both bugs": as_given,
    "every head is masked now, but after the softmax; its rows no longer sum to 1": after,
    "the mask comes before the softmax now, but reaches head 0 only": first_head,
    "a hidden score becomes 0, which still gets a share; it has to be minus infinity": zeros,
    "the mask is read backwards; True may be seen": backwards,
    "the mask is turned over; its rows are the queries": turned,
    "the mask is ignored": no_mask,
    "the softmax runs over the queries, not over the keys": over_queries,
    "the softmax runs over heads and keys at once": over_heads_and_keys,
    "each row is to sum to 1, not all rows of a head together": one_sum,
}
