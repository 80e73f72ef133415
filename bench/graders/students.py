"""A class whose marks are known: it gives right answers, all the usual wrong ones, and worse."""

import inspect
import random
from typing import NamedTuple

from multihead import example
from multihead.exercises import folders as exercises

from bench.graders import known
from tools.authors import exercise_source

NAMES = ["new_row", "attention", "multi_head"]
STUDENTS = 500
BROKEN = [
    "def {name}(*inputs):\n    return undefined",
    "def {name}(*inputs)\n    return 0",
    "def {name}(*inputs):\n    while True:\n        pass",
    "import os\n\nos._exit(0)",
    "raise SystemExit",
]


class Answer(NamedTuple):
    code: str
    right: bool


def right_answer(name: str) -> Answer:
    found = exercises.load(name)
    if found.by_hand:
        return Answer(f"{name} = {known.sheet(name).right[0].tolist()}", True)
    source = exercise_source.read(exercises.folder_of(name) / "exercise.md")
    return Answer(exercise_source.code(source.solution), True)


def wrong_answers(name: str) -> list[Answer]:
    """Return every usual mistake as the code of a cell that needs nothing of the course."""
    found = exercises.load(name)
    if found.by_hand:
        values = known.sheet(name).wrong.values()
        return [Answer(f"{name} = {value.tolist()}", False) for (value,) in values]
    text = (exercises.folder_of(name) / "wrong.py").read_text("utf-8")
    softmax = inspect.getsource(example.softmax)
    text = text.replace("from multihead.example import softmax\n", f"\n\n{softmax}")
    return [
        Answer(f"{text}\n\n{name} = {mistaken.__name__}", False)
        for mistaken in found.wrong.values()
    ]


def stub(name: str) -> str:
    source = exercise_source.read(exercises.folder_of(name) / "exercise.md")
    return source.stub.replace("answer = ", f"{name} = ")


def students() -> dict[str, list[Answer]]:
    """Draw the class: of its answers 45 % are right, 43 % wrong, 10 % stubs and 2 % broken."""
    drawn = random.Random(0)
    of_each = {}
    for name in NAMES:
        broken = [Answer(code.format(name=name), False) for code in BROKEN]
        empty = [Answer(stub(name), False)]
        of_each[name] = [[right_answer(name)], wrong_answers(name), empty, broken]
    return {
        f"student-{number:03}": [
            drawn.choice(drawn.choices(of_each[name], weights=(45, 43, 10, 2))[0]) for name in NAMES
        ]
        for number in range(STUDENTS)
    }


def codes(answers: dict[str, list[Answer]]) -> dict[str, list[str]]:
    return {student: [answer.code for answer in each] for student, each in answers.items()}
