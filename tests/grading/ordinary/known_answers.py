"""Right and wrong answers to exercises, as the code of a student's cell.

The secret seed of the course is known here, so the right answers to its class's numbers are too.
"""

import inspect
from pathlib import Path

from multihead import example
from multihead.exercises import class_variants
from multihead.exercises import folders as exercises
from multihead.exercises.sheets import Sheet

from exercises import source as exercise_source

SEED = 20_261_123


def keep_seed(course: Path) -> None:
    """Give a new course our seed in place of its own."""
    (course / "secret_seed").write_text(f"{SEED}\n")


def sheet(name: str) -> Sheet:
    """Return what answers to an exercise of the assignment hw1 are compared with."""
    return class_variants.sheet(exercises.load(name), class_variants.drawn(SEED, f"hw1 {name}"))


def right_answer(name: str) -> str:
    if exercises.load(name).by_hand:
        return f"{name} = {sheet(name).right[0].tolist()}"
    source = exercise_source.read(exercises.folder_of(name) / "exercise.md")
    return exercise_source.code(source.solution)


def wrong_answers(name: str) -> list[str]:
    """Return every usual mistake, needing nothing of the course."""
    exercise = exercises.load(name)
    if exercise.by_hand:
        return [f"{name} = {value.tolist()}" for (value,) in sheet(name).wrong.values()]
    text = (exercises.folder_of(name) / "wrong.py").read_text("utf-8")
    softmax = inspect.getsource(example.softmax)
    text = text.replace("from multihead.example import softmax\n", f"\n\n{softmax}")
    return [f"{text}\n\n{name} = {mistaken.__name__}" for mistaken in exercise.wrong.values()]
