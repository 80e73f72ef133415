"""Wrong answers to `counted_twice` that people really give."""

import numpy as np


def loss_without(on, loss):
    """Return the losses with some heads off and no other; KeyError if there is no such set."""
    row = {tuple(np.flatnonzero(~heads)): k for k, heads in enumerate(on)}
    return lambda *off: loss[:, row[tuple(sorted(off))]]


def cost_of(on, loss):
    without = loss_without(on, loss)
    return lambda *off: without(*off) - without()


def table_of(on, loss, of_two):
    """Return a number for each two heads, and 0 for a head and itself."""
    heads = on.shape[1]
    table = np.zeros((len(loss), heads, heads))
    for i in range(heads):
        for j in range(heads):
            if i != j:
                table[:, i, j] = of_two(i, j)
    return table


def from_costs(on, loss, cost):
    return table_of(on, loss, lambda i, j: cost(i) + cost(j) - cost(i, j))


def right(on, loss):
    return from_costs(on, loss, cost_of(on, loss))


def turned(on, loss):
    return -right(on, loss)


def losses(on, loss):
    return from_costs(on, loss, loss_without(on, loss))


def own_cost(on, loss):
    table, cost = right(on, loss), cost_of(on, loss)
    for i in range(on.shape[1]):
        table[:, i, i] = cost(i)
    return table


def true_is_off(on, loss):
    return right(~on, loss)


def alone(on, loss):
    heads, without = set(range(on.shape[1])), loss_without(on, loss)
    return from_costs(on, loss, lambda *kept: without(*heads) - without(*heads - {*kept}))


def others_off_too(on, loss):
    whole = loss_without(on, loss)()

    def cost(*off):
        return loss[:, ~on[:, off].any(axis=1)].mean(axis=1) - whole

    return from_costs(on, loss, cost)


def rows_in_order(on, loss):
    """As if the rows were: all on, one off, two off."""
    heads = on.shape[1]
    singles = np.eye(heads, dtype=bool)
    pairs = [singles[i] | singles[j] for i in range(heads) for j in range(i + 1, heads)]
    in_order = ~np.stack([np.zeros(heads, dtype=bool), *singles, *pairs])
    return right(in_order, loss[:, : len(in_order)])


def half(on, loss):
    return np.triu(right(on, loss))


def over_seeds(on, loss):
    return right(on, loss).mean(axis=0)


def larger_only(on, loss):
    cost = cost_of(on, loss)
    return table_of(on, loss, lambda i, j: np.maximum(cost(i), cost(j)) - cost(i, j))


def together(on, loss):
    return table_of(on, loss, cost_of(on, loss))


def divided(on, loss):
    cost = cost_of(on, loss)
    with np.errstate(divide="ignore", invalid="ignore"):
        return table_of(on, loss, lambda i, j: (cost(i) + cost(j)) / cost(i, j))


WRONG = {
    "the sign is reversed; give the sum of two costs minus their cost together": turned,
    "these are sums of losses; a cost is a loss minus the loss with all heads on": losses,
    "the diagonal has the cost of each head; put 0 there": own_cost,
    "True is taken for off; it means that the head is on": true_is_off,
    "this is what a head is worth when no other head is on; leave all others on": alone,
    "sets in which other heads are off too are averaged in; leave all others on": others_off_too,
    "the rows are taken in a fixed order; read in `on` which set each is": rows_in_order,
    "only one half of the table is filled; it is symmetric": half,
    "the seeds are averaged; give a table for each seed": over_seeds,
    "only the larger of the two costs counts; add both": larger_only,
    "this is what both cost together; subtract it from the sum of the two costs": together,
    "the sum is divided by the cost of both together; subtract that cost": divided,
}
