"""Part of bench/grading.py: a secret seed that we know, so that the right answers are known too."""

from pathlib import Path

from multihead.exercises import class_variants
from multihead.exercises import folders as exercises
from multihead.exercises.sheets import Sheet

SEED = 20_261_123


def keep_seed(course: Path) -> None:
    """Give a new course our seed in place of its own."""
    (course / "secret_seed").write_text(f"{SEED}\n")


def sheet(name: str) -> Sheet:
    """Return what answers to an exercise of the assignment hw1 are compared with."""
    return class_variants.sheet(exercises.load(name), class_variants.drawn(SEED, f"hw1 {name}"))
