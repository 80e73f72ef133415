"""What base.test.js compares with: numbers as Python formats them, packed bytes."""

import re

import numpy as np


def reference() -> dict:
    rng = np.random.default_rng(0)
    sixty_fourths = rng.integers(-4000, 4000, size=200) / 64  # some are exactly between two texts
    sizes = rng.normal(size=200) * 10.0 ** rng.integers(-9, 6, size=200)
    special = [0.0, -0.0, 0.5, 1.5, 2.5, -0.0004, 999_999.0, -999_999.4, 1e-300, 0.1 + 0.2]
    numbers = [float(x) for x in [*sixty_fourths, *sizes, *special]]
    return {
        "states": [any_state(rng) for _ in range(100)],
        "numbers": numbers,
        "texts": {digits: [text(x, digits) for x in numbers] for digits in (0, 2, 3)},
    }


def any_state(rng: np.random.Generator) -> dict:
    return {
        "heads": np.flatnonzero(rng.integers(2, size=7)).tolist(),
        "seed": int(rng.integers(5)),
        "other": [None, *range(5)][rng.integers(6)],
        "view": ["heatmap", "lines"][rng.integers(2)],
        "eps": float(rng.random()),
        "matched": bool(rng.integers(2)),
        "text": " ".join(rng.choice(["the", "dog", "it"], size=rng.integers(1, 5))),
        "code": "".join(map(chr, rng.choice([10, *range(32, 127)], size=rng.integers(1, 61)))),
        "x": (rng.normal(size=(2, 3)) * 10.0 ** rng.integers(-300, 300, size=(2, 3))).tolist(),
        "tokens": rng.integers(5, size=3).tolist(),
    }


def text(x: float, digits: int) -> str:
    """Format a number, but for a minus before nothing but zeros."""
    return re.sub(r"^-(?=[0.]*$)", "", format(x, f".{digits}f"))
