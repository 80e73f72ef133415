"""Wrong answers to `round_trip` that people really give."""

from itertools import combinations, permutations, product

import numpy as np


def trips(partner, ways):
    heads = np.arange(partner.shape[2])
    ends = [partner[c, a, partner[b, c, partner[a, b]]] == heads for a, b, c in ways(partner)]
    return np.mean(ends)


def different(partner):
    return permutations(range(len(partner)), 3)


def there_and_back(partner):
    heads = np.arange(partner.shape[2])
    pairs = permutations(range(len(partner)), 2)
    return np.mean([partner[b, a, partner[a, b]] == heads for a, b in pairs])


def any_three(partner):
    return trips(partner, lambda p: product(range(len(p)), repeat=3))


def one_way_round(partner):
    return trips(partner, lambda p: combinations(range(len(p)), 3))


def direct(partner):
    """Compare the way through b with the direct one."""
    ends = [partner[b, c, partner[a, b]] == partner[a, c] for a, b, c in different(partner)]
    return np.mean(ends)


def all_heads(partner):
    heads = np.arange(partner.shape[2])
    ends = [partner[c, a, partner[b, c, partner[a, b]]] == heads for a, b, c in different(partner)]
    return np.mean([end.all() for end in ends])


def not_home(partner):
    heads = np.arange(partner.shape[2])
    return np.mean([partner[b, c, partner[a, b]] == heads for a, b, c in different(partner)])


def first_head(partner):
    ends = [partner[c, a, partner[b, c, partner[a, b, 0]]] == 0 for a, b, c in different(partner)]
    return np.mean(ends)


def lost(partner):
    return 1 - trips(partner, different)


def count(partner):
    models, _, heads = partner.shape
    return trips(partner, different) * heads * models * (models - 1) * (models - 2)


WRONG = {
    "the trip goes to one other model and back; visit two others": there_and_back,
    "trips that visit a model twice are counted; take three different ones": any_three,
    "each three models are visited in one order only; take all orders": one_way_round,
    "the way through a third model is compared with the direct one; go back to the first": direct,
    "a trip counts only if all heads of the model arrive at themselves; count each head": all_heads,
    "the trip ends in the third model, where equal numbers mean nothing": not_home,
    "only head 0 is followed; take all heads": first_head,
    "this is the fraction that does not arrive where it began": lost,
    "this is the number of trips; give their fraction": count,
}
