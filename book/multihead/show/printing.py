"""Small matrices as text, next to each other, narrow enough for a phone."""

import numpy as np
from jaxtyping import Real

WIDTH = 25  # characters of one matrix; a longer row goes on in the next line


def print_matrices(name: str, *matrices: Real[np.ndarray, "row column"]) -> None:
    """Print a name, a shape and matrices of that shape, with at most two decimals.

    Whole numbers have no decimal point. Matrices of equal shape stand next to each other.

    Parameters
    ----------
    name
        What to write before the shape.
    matrices
        One or more, all of the same shape.

    Raises
    ------
    ValueError
        If there is no matrix, one is no table or is empty, or their shapes differ.

    Examples
    --------
    >>> print_matrices("scores", np.eye(2), np.full((2, 2), 0.5))
    scores (2, 2)
    [[1 0]     [[0.5 0.5]
     [0 1]]     [0.5 0.5]]
    """
    tables = [np.asarray(matrix) for matrix in matrices]
    if not tables:
        raise ValueError("no matrix to print; give one or more after the name")
    shapes = [table.shape for table in tables]
    if len(set(shapes)) > 1 or tables[0].ndim != 2 or tables[0].size == 0:
        raise ValueError(f"matrices of shapes {shapes}; give tables of one shape, 1 × 1 or more")
    texts = [_lines(table) for table in tables]
    width = len(texts[0][-1])
    print(f"{name} {shapes[0]}")
    for row in zip(*texts, strict=True):
        print("    ".join(line.ljust(width) for line in row).rstrip())


def _lines(table: np.ndarray) -> list[str]:
    is_integer = not (table % 1).any()
    with np.printoptions(linewidth=WIDTH, formatter={"float": lambda v: f"{round(v, 2):z4g}"}):
        return str(table.astype(int) if is_integer else table).splitlines()
