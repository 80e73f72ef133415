"""Wrong answers to `deal_out` that people really give."""

import numpy as np


def flat(similarity):
    n = similarity.shape[0] * similarity.shape[1]
    return similarity.reshape(n, n)


def rows_only(similarity, order):
    return flat(similarity)[order].reshape(similarity.shape)


def columns_only(similarity, order):
    return flat(similarity)[:, order].reshape(similarity.shape)


def backwards(similarity, order):
    back = np.argsort(order)
    return flat(similarity)[back][:, back].reshape(similarity.shape)


def whole_models(similarity, order):
    models = order[order % similarity.shape[1] == 0] // similarity.shape[1]
    return similarity[models][:, :, models]


def within_models(similarity, order):
    models, heads = similarity.shape[:2]
    inside = np.concatenate([order[order // heads == m] for m in range(models)])
    return flat(similarity)[inside][:, inside].reshape(similarity.shape)


def heads_first(similarity, order):
    models, heads = similarity.shape[:2]
    new = flat(similarity)[order][:, order].reshape(heads, models, heads, models)
    return new.transpose(1, 0, 3, 2)


def numbered_by_head(similarity, order):
    swapped = similarity.transpose(1, 0, 3, 2)
    new = flat(swapped)[order][:, order]
    return new.reshape(similarity.shape)


def exchanged(similarity, order):
    return flat(similarity).T[order][:, order].reshape(similarity.shape)


WRONG = {
    "only the rows are put into the new order; do the same to the columns": rows_only,
    "only the columns are put into the new order; do the same to the rows": columns_only,
    "the order is used backwards; position 0 gets the head order[0]": backwards,
    "whole models are shuffled, which keeps their heads together": whole_models,
    "heads stay in their models; deal them out to others": within_models,
    "a new model gets every so many heads; it gets those side by side in the order": heads_first,
    "the heads are numbered head by head; number them model by model": numbered_by_head,
    "rows and columns are swapped": exchanged,
}
