"""Numbers and reference of `NAME`."""

TOLERANCE = 0.015  # two decimals


def numbers(rng):
    """Draw the numbers of one variant by their names; take all that is random from `rng`."""
    return {"x": rng.integers(1, 20, 5).astype(float)}


def reference(x):
    return x.mean()
