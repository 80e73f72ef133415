"""An answer is charged only for its own work: what was seen in a class, with limits 20 times less.

Of ten seconds for a cell half a second is left here, and of 12 seconds 0.6.
"""

import time

import pytest

from grading.jail.causes import CRASHED, RAISED, TOO_SLOW
from grading.jail.jail import Jail
from grading.jail.limits import Limits
from grading.jail.protocol import Question

SECONDS = 0.5
START = "import os, time\nimport numpy as np"
NAMES = ["one", "two", "three"]
ONE, TWO, THREE = (
    f"def {name}(n):\n    return np.full(3, {k}) * n" for k, name in enumerate(NAMES)
)
CASES = [{"n": n} for n in (3, 5, 7)]
QUESTIONS = [Question(name, CASES) for name in NAMES]
SLOW = {
    "six of 12 s, beside what is no Python": [*["time.sleep(0.6)"] * 6, "%%timeit (\n("],
    "seven of 9 s": ["time.sleep(0.45)"] * 7,
    "nine that end the process": ["os._exit(0)"] * 9,
    "one that cannot be interrupted": ["[].__class__(iter(int, 1))"],
}


@pytest.fixture(scope="module")
def jail():
    with Jail(Limits(SECONDS)) as started:
        yield started


def share(name, given):
    """Return how many cases are right."""
    wanted = [NAMES.index(name) * case["n"] for case in CASES]
    same = [getattr(one, "tolist", str)() == [n] * 3 for one, n in zip(given, wanted, strict=True)]
    return sum(same) / len(same)


def right(result) -> list[str]:
    return [name for name in NAMES if share(name, result.answers[name]) == 1]


@pytest.mark.parametrize("kind", SLOW)
def test_slow_or_lost_cells_that_no_answer_needs_cost_nothing(kind, jail):
    cells = [START, ONE, *SLOW[kind], TWO, *SLOW[kind], THREE]
    start = time.monotonic()
    result = jail.run(cells, QUESTIONS, share)
    assert (right(result), result.notes) == (NAMES, [])
    assert time.monotonic() - start < SECONDS * 10, "it ran what nobody needs"


def test_nine_seconds_a_call_cost_no_other_answer(jail):
    slow = ONE.replace("return", "time.sleep(0.45)\n    return")
    assert right(jail.run([START, slow, TWO, THREE], QUESTIONS, share)) == NAMES
    endless = ONE.replace("return", "while True: pass\n    return")
    result = jail.run([START, endless, TWO, THREE], QUESTIONS, share)
    assert right(result) == NAMES[1:]
    assert result.causes["one"] == (TOO_SLOW, "a call of `one` took longer than 0.5 s", 0)


@pytest.mark.parametrize(
    ("after", "kind", "said"),
    [
        ("while True: pass", TOO_SLOW, "took longer than 0.5 s"),
        ("os._exit(0)", CRASHED, "ended the process"),
        ("1 / 0", RAISED, "raised ZeroDivisionError: division by zero"),
    ],
)
def test_the_cause_is_that_of_the_cell_and_what_it_defined_before_counts(after, kind, said, jail):
    needed = f"for n in range(3):\n    {after}\n    def one(n): return n"
    result = jail.run([START, f"{TWO}\n{after}", needed, THREE], QUESTIONS, share)
    assert right(result) == NAMES[1:]
    assert result.causes == {"one": (kind, f"cell 3, which defines `one`, {said}", 0)}


NOTEBOOKS = {
    "above its imports": [ONE, START],
    "above what its definition needs": ["@twice\n" + ONE, "def twice(f): return f", START],
    "by exec": [START, f"exec({ONE!r})"],
    "by a cell that fails halfway": [START, f"{ONE}\n1 / 0\none = None"],
    "by a mutable global": [START, "k = [7]", "def one(n): return np.full(3, k[0])", "k[0] = 0"],
    "over an older one under another name": [
        "import time\ntime.sleep(0.6)",
        f"{START}\n{ONE}\nold = one\ndef one(n): return old(n)",
    ],
    "before its name has a result": [START, ONE, "one = one(3)"],
    "before its name is deleted": [START, ONE, "del one"],
    "in a cell of magics": [START, f"%matplotlib inline\n{ONE}\n%timeit one(3)"],
    "beside what is no Python": [START, "this is none (", ONE],
}


@pytest.mark.parametrize("kind", NOTEBOOKS)
def test_an_answer_is_found_however_it_is_defined(kind, jail):
    result = jail.run(NOTEBOOKS[kind], QUESTIONS[:1], share)
    assert share("one", result.answers["one"]) == 1
    assert result.causes == {}
