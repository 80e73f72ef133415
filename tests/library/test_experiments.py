"""The exercises that a person grades: their rubric, the form of their numbers, their solutions."""

import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from exercise_sources import BY_NAME, EXPERIMENTS, all_pages, revealing_lines, run
from multihead import train as training
from multihead.checks import check

from exercises import source as exercise_source

LEARNED = "who_goes_first"  # its solution stops unless every seed has learned


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_tells_the_grader_what_earns_points_and_what_does_not_follow(name):
    source = BY_NAME[name]
    assert source.points >= 5
    assert len(exercise_source.rows(source.wrong_conclusions)) >= 4


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_stub_of_an_experiment_is_the_beginning_of_its_solution(name):
    source = BY_NAME[name]
    beginning, _, end = source.stub.rpartition("\nanswer = ")
    assert end.startswith("...  # ")
    codes = beginning, exercise_source.code(source.solution)
    given, solution = (set(re.sub(r"  #.*", "", text).splitlines()) for text in codes)
    assert not given - solution


def brief(name: str):
    """Make a `train` of few steps, after which the last one stands for all that are asked for.

    Where a solution stops unless its seeds have learned, its first training is whole, and is what
    the others return too.
    """
    train, learned = training.train, []

    def train_briefly(model, task, *, steps, checkpoints=(), **plan):
        if name == LEARNED and not learned:
            learned.append(train(model, task, steps=steps, checkpoints=checkpoints, **plan))
        run = train(model, task, steps=3, checkpoints=range(4), **plan)
        steps = {step: run.checkpoints[min(i, 3)] for i, step in enumerate(sorted(checkpoints))}
        return learned[0] if learned else replace(run, checkpoints=steps)

    return train_briefly


WHOLE = pytest.param(LEARNED, marks=pytest.mark.long)


@pytest.mark.slow
@pytest.mark.parametrize("name", [WHOLE if name == LEARNED else name for name in EXPERIMENTS])
def test_the_solution_of_an_experiment_runs_and_has_the_form(name, monkeypatch):
    monkeypatch.setattr(training, "train", brief(name))
    verdict = check(name, run(exercise_source.code(BY_NAME[name].solution))["answer"])
    assert verdict.message.startswith(f"{name}: visible checks pass. ")
    assert "a person grades it" in verdict.message


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_rubric_of_an_experiment_is_only_on_a_page_if_the_solution_is(name):
    source = BY_NAME[name]
    for part in (source.solution, source.rubric, source.wrong_conclusions):
        head = {"| points | what earns them |", "| conclusion | what answers it |"}
        lines = set(revealing_lines(source, part)) - head
        assert lines
        assert all((line in all_pages()) == source.open for line in lines)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (..., r"is still `\.\.\.`; write yours in its place"),
        (None, "None, which `print` returns; give the numbers themselves"),
        (0.41, "A single number.*spread"),
        (np.ones((21, 3)), r"\(21, 3\)"),
        (np.arange(19) / 7, "19 .*chance"),
        ([0.5] * 19 + [np.nan, np.inf], "2 of 21 .*NaN"),
        (torch.full((21,), 0.41), "21 .*equal.*same seed"),
        (torch.arange(21) > 5, "True and False.*how large"),
    ],
)
def test_numbers_that_carry_no_conclusion_are_refused(answer, words):
    verdict = check(EXPERIMENTS[0], answer)
    assert not verdict
    assert re.search(words, verdict.message)
    assert re.search("one number for each seed.* 20", verdict.message)


def test_enough_numbers_are_told_with_their_spread():
    verdict = check("mean_of_two", np.arange(21) / 10)
    assert verdict
    assert "21 seeds, 1.000 (0.100 to 1.900)" in verdict.message
