"""Numbers and reference of `shared_writing`."""

TOLERANCE = 0.006


def numbers(rng):
    """Draw heads that are wide enough for one look-up, and not for all of them."""
    n_heads, c = int(rng.integers(2, 6)), int(rng.integers(2, 7))
    return {"n_heads": n_heads, "d_head": int(rng.integers(c + 1, n_heads * c)), "c": c}


def reference(n_heads, d_head, c):
    return [min(1.0, d_head / (n_heads * c)), min(1.0, d_head / c), 1 / n_heads]
