"""Wrong answers to `random_gates` that people really give."""


def weighted(Y, gates):
    return (gates[:, :, None, None] * Y).sum(axis=1)


def not_scaled(Y, stays, rate):
    return weighted(Y, stays)


def by_rate(Y, stays, rate):
    return weighted(Y, stays / rate)


def scaled_down(Y, stays, rate):
    return weighted(Y, stays * (1 - rate))


def by_number(Y, stays, rate):
    return weighted(Y, stays * stays.shape[1] / stays.sum(axis=1, keepdims=True))


def mean_of_kept(Y, stays, rate):
    return weighted(Y, stays / stays.sum(axis=1, keepdims=True))


def backwards(Y, stays, rate):
    return weighted(Y, ~stays / (1 - rate))


def same_for_all(Y, stays, rate):
    return weighted(Y, stays[[0] * len(stays)] / (1 - rate))


def no_gates(Y, stays, rate):
    return Y.sum(axis=1)


def heads_kept(Y, stays, rate):
    return Y * stays[:, :, None, None] / (1 - rate)


WRONG = {
    "the heads that stay are not scaled up; divide by 1 - rate": not_scaled,
    "this divides by the probability of removal; divide by that of staying, 1 - rate": by_rate,
    "the heads that stay are scaled down; divide by 1 - rate instead of multiplying": scaled_down,
    "the scale depends on how many heads happen to stay; it is always 1 / (1 - rate)": by_number,
    "the heads that stay are averaged; add them up and divide by 1 - rate": mean_of_kept,
    "the gates are reversed; keep the heads for which `stays` is True": backwards,
    "every example loses the same heads; each has its own row of `stays`": same_for_all,
    "no head is removed; leave out those for which `stays` is False": no_gates,
    "the heads are not added up; sum over the head axis": heads_kept,
}
