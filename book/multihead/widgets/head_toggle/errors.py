"""The squared error of a sum of heads, for every choice of heads at once."""

from collections.abc import Iterable, Sequence

import numpy as np


def triangles(writes: np.ndarray, target: np.ndarray, counts: Sequence[int]) -> np.ndarray:
    r"""Give the mean squared error with any heads off as the length of a sum of columns.

    With :math:`t_0 = R` and :math:`t_i = -Y_i`, the error without the heads in S is the mean
    square of the sum of :math:`t_a` over a in {0} ∪ S. Turning the :math:`t_a` keeps every such
    mean, so the triangle of their QR decomposition, divided by the root of how many numbers they
    hold, says it all. Starting from the residual of all heads keeps the digits of a small error,
    and products :math:`\langle t_a t_b \rangle`, which say as much, would lose twice as many where
    heads cancel.

    Returns
    -------
    ndarray of float64, shape (seed, step, cell, entry)
        Cells are the positions, each averaged over outputs, then the groups of outputs, averaged
        over positions. Entries are those of the triangle, row by row; column a is :math:`t_a`.
    """
    n_seeds, n_steps, _, n_heads, n_pos, _ = writes.shape
    upper = np.triu_indices(n_heads + 1)
    ends = np.cumsum(counts)[:-1]
    entries = np.empty((n_seeds, n_steps, n_pos + len(counts), len(upper[0])))
    for seed, step in np.ndindex(n_seeds, n_steps):
        heads = writes[seed, step].astype(np.float64)  # (example, head, pos, d_out)
        residual = heads.sum(axis=1, keepdims=True) - target[:, None]
        terms = np.concatenate([residual, -heads], axis=1).transpose(2, 0, 3, 1)
        cells = [*terms, *np.split(terms, ends, axis=2)]  # (…, d_out, term) each
        for cell, numbers in enumerate(cells):
            rows = numbers.reshape(-1, n_heads + 1)
            triangle = np.zeros((n_heads + 1, n_heads + 1))
            r = np.linalg.qr(rows / np.sqrt(len(rows)), mode="r")
            triangle[: len(r)] = r * np.where(np.diag(r) < 0, -1, 1)[:, None]
            entries[seed, step, cell] = triangle[upper]
    return entries


def errors(triangles: np.ndarray, on: Iterable[int], n_heads: int) -> np.ndarray:
    """Mean squared error of each cell, ``(cell, entry) -> (cell,)``, with only some heads on."""
    on = set(on)
    counted = np.array([True, *(head not in on for head in range(n_heads))])
    rows, columns = np.triu_indices(n_heads + 1)
    sums = triangles * counted[columns] @ (rows[:, None] == np.arange(n_heads + 1))
    return np.square(sums).sum(axis=1)
