"""The squared error of a sum of heads, for every choice of heads at once."""

from collections.abc import Iterable, Sequence

import numpy as np


def quadratic_forms(writes: np.ndarray, target: np.ndarray, counts: Sequence[int]) -> np.ndarray:
    r"""Give the squared error with any heads off as a sum of products.

    With :math:`t_0 = R` and :math:`t_i = -Y_i`, the error without the heads in S is the sum of
    :math:`\langle t_a t_b \rangle` over a, b in {0} ∪ S. Starting from the residual of all heads
    keeps the digits of a small error.

    Returns
    -------
    ndarray of float64, shape (seed, step, cell, pair)
        Cells are the positions, each averaged over outputs, then the groups of outputs, averaged
        over positions. Pairs are (a, b) with a ≤ b, row by row; those with a < b count twice.
    """
    n_seeds, n_steps, n_examples, n_heads, n_pos, _ = writes.shape
    rows, columns = np.triu_indices(n_heads + 1)
    starts = np.cumsum([0, *counts[:-1]])
    forms = np.empty((n_seeds, n_steps, n_pos + len(counts), len(rows)))
    for seed, step in np.ndindex(n_seeds, n_steps):
        heads = writes[seed, step].astype(np.float64)  # (example, head, pos, d_out)
        residual = heads.sum(axis=1, keepdims=True) - target[:, None]
        terms = np.concatenate([residual, -heads], axis=1).transpose(2, 3, 1, 0)
        products = terms @ terms.swapaxes(-1, -2) / n_examples  # (pos, d_out, term, term)
        outputs = np.add.reduceat(products.mean(axis=0), starts) / np.reshape(counts, (-1, 1, 1))
        cells = np.concatenate([products.mean(axis=1), outputs])
        forms[seed, step] = cells[:, rows, columns] * np.where(rows == columns, 1, 2)
    return forms


def errors(forms: np.ndarray, on: Iterable[int], n_heads: int) -> np.ndarray:
    """Mean squared error of each cell, ``(cell, pair) -> (cell,)``, with only some heads on."""
    on = set(on)
    counted = np.array([True, *(head not in on for head in range(n_heads))])
    rows, columns = np.triu_indices(n_heads + 1)
    return np.maximum(forms[:, counted[rows] & counted[columns]].sum(axis=1), 0)
