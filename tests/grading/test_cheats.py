"""Cheats earn nothing: no file in `cheats/` implements anything.

They follow the four patterns of Kratzke (2019), "Smart Like a Fox": overfitting to the visible
check, evasion of the comparison, redirection to a reference, and injection into the grader.
"""

from pathlib import Path

import pytest
from conftest import ROOT
from multihead.exercises import folders as exercises
from multihead.exercises import verdict as checks

from exercises import source as exercise_source
from grading.jail.jail import Jail
from grading.jail.limits import Limits
from grading.jail.protocol import Question

CHEATS = {p.stem: p.read_text("utf-8") for p in (Path(__file__).parent / "cheats").glob("*.py")}
ATTENTION = exercises.load("attention")
CASES = ATTENTION.cases(exercises.generator(20_190_705))
SHEET = exercises.filled(ATTENTION, CASES)
SOURCE = exercise_source.read(ROOT / "exercises/self_attention/attention/exercise.md")


@pytest.fixture(scope="module")
def jail():
    with Jail(Limits(seconds=2)) as started:
        yield started


def passes(jail, cells: list[str]) -> bool:
    result = jail.run(cells, [Question("attention", CASES)], share)
    return share("attention", result.answers["attention"]) == 1


def share(_: str, given: list) -> float:
    return float(bool(checks.judge(SHEET, given)))


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(CHEATS))
def test_a_cheat_earns_nothing_and_costs_no_right_answer(jail, name):
    assert not passes(jail, [CHEATS[name]])
    assert passes(jail, [CHEATS[name], exercise_source.code(SOURCE.solution)])
