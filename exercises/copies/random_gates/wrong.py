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
    "the heads that stay are not scaled up": not_scaled,
    "this divides by the chance to go; divide by the chance to stay, 1 - rate": by_rate,
    "the heads are scaled down; divide by 1 - rate": scaled_down,
    "the scale is always 1 / (1 - rate), however many heads happen to stay": by_number,
    "the heads that stay are averaged; they are added": mean_of_kept,
    "the heads that go are kept": backwards,
    "every example loses the same heads; each has its own": same_for_all,
    "no head is removed": no_gates,
    "the heads are not added up": heads_kept,
}
