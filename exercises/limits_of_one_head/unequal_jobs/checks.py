"""Numbers and reference of `unequal_jobs`."""

TOLERANCE = 0.006


def numbers(rng):
    a, b = rng.choice([1, 2, 3, 4, 5], 2, replace=False)
    return {"a": int(a), "b": int(b)}


def reference(a, b):
    return max(a, b) ** 2 / (a**2 + b**2)
