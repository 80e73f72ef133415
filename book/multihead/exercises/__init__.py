"""The exercises: their folders, any answer read safely, and the verdict on it.

It may import `validation`; the grader imports it without the rest of the library.
"""

from multihead.exercises.folders import (
    Case,
    Exercise,
    generator,
    load,
    names,
    nonzero,
    variant,
    without_reference,
)
from multihead.exercises.verdict import Verdict, check, numbers

__all__ = [
    "Case",
    "Exercise",
    "Verdict",
    "check",
    "generator",
    "load",
    "names",
    "nonzero",
    "numbers",
    "variant",
    "without_reference",
]
