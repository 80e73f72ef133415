"""Every exercise that `check` judges: its reference passes, its usual mistakes are named."""

import re

import numpy as np
import pytest
import torch
from exercise_sources import BY_HAND, BY_NAME, CODE, NAMES, run
from multihead.checks import check
from multihead.exercises import answers
from multihead.exercises import folders as exercises
from multihead.exercises import verdict as checks

from exercises import source as exercise_source

SEEDS = range(3)

# Mistakes that were reported in public and that these exercises have to name.
REPORTED = {
    "attention": "not divided, √d_model, by d_head, over the queries, after the softmax, Q and K",
    "split_heads": "reshape without transpose, input is cut",
    "merge_heads": "without transpose, averaged",
    "all_patterns": "√d_model, not divided, over the queries, heads and keys at once, Q and K",
    "project": "input is cut up, projection is shared, by reshape",
    "attend": "after the softmax, head 0 only, over the queries, over heads and keys",
    "write": "W_O is missing, ReLU, averaged, by reshape",
    "multi_head": "W_O is missing, ReLU, input is cut up, projections are shared, averaged, "
    "√d_model, heads and keys at once, one head only, merged without transpose",
}


def right_answer(name: str, seed: int = 0):
    exercise = exercises.load(name)
    return exercise.reference(*exercises.variant(exercise, seed).values())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_the_reference_and_the_written_solution_pass(name, seed):
    if name in CODE:  # a reference may call what an answer may not
        sheet, reference = exercises.sheet(name, seed), exercises.load(name).reference
        assert checks.judge(sheet, [reference(*case.values()) for case in sheet.cases])
    else:
        assert check(name, right_answer(name, seed), seed=seed)
    solution = exercise_source.code(BY_NAME[name].solution)
    assert bool(solution) == (name in CODE)
    if solution:
        answers_of_solution = run(solution)
        assert name in answers_of_solution, f"the solution in exercise.md must define {name}"
        verdict = check(answers_of_solution[name], seed=seed)
        assert str(verdict) == f"{name}: visible checks pass."


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_answer_is_rejected_with_its_misconception(name):
    exercise = exercises.load(name)
    sheets = [
        exercises.filled(exercise, exercise.cases(exercises.generator(seed))) for seed in SEEDS
    ]
    survivors = set()
    for misconception, mistaken in exercise.wrong.items():
        for sheet in sheets:
            verdict = checks.judge(sheet, [checks.call(mistaken, case) for case in sheet.cases])
            is_named = f"Likely: {misconception}." in verdict.message
            if not is_named or verdict.misconception != misconception:
                survivors.add(misconception)
    assert not survivors, f"{name}: these wrong answers pass or get another's words: {survivors}"
    assert len(exercise.wrong) >= 4, f"{name}: wrong.py has fewer than four wrong answers"
    reported = filter(None, REPORTED.get(name, "").split(", "))
    assert [words for words in reported if words not in " / ".join(exercise.wrong)] == []


def in_torch(function):
    """Convert the arrays of a case, as an answer in PyTorch does."""

    def answer(*inputs):
        return function(*(torch.from_numpy(x) if isinstance(x, np.ndarray) else x for x in inputs))

    return answer


@pytest.mark.parametrize("name", CODE)
def test_a_code_exercise_takes_arrays_and_imports_no_pytorch(name):
    cases = exercises.load(name).cases(exercises.generator(0))
    inputs = [value for case in cases for value in case.values()]
    assert {type(value) for value in inputs} <= {np.ndarray, int, float, str, type(None)}
    code = [(exercises.folder_of(name) / part).read_text() for part in ("checks.py", "wrong.py")]
    imported = set(re.findall(r"^(?:from|import) (\S+)", "\n".join(code), re.M))
    allowed = {"numpy", "itertools", "scipy.optimize", "multihead.example", "multihead.exercises"}
    counted = {"multihead.attention"} if name == "parameters" else set()  # those of our layer
    assert imported <= allowed | counted


# The same mistakes as others would write them, in PyTorch; they are known by what they compute.


def each_takes_the_best_left(A, B):
    free, chosen = list(range(len(B))), []
    for head in A:
        chosen.append(min(free, key=lambda other: float(((head - B[other]) ** 2).sum())))
        free.remove(chosen[-1])
    return chosen


def cosine_in_loops(W_Q, W_K):
    def cosine(a, b):
        return torch.cosine_similarity(a.flatten(), b.flatten(), dim=0).item()

    return [
        [(cosine(a, b) + cosine(c, d)) / 2 for b, d in zip(W_Q, W_K, strict=True)]
        for a, c in zip(W_Q, W_K, strict=True)
    ]


def masked_after_in_place(scores, mask):
    pattern = torch.softmax(scores, 2)
    pattern[:, ~mask] = 0
    return pattern


@pytest.mark.parametrize(
    ("name", "function", "misconception"),
    [
        ("causal_mask", lambda n: torch.ones(n, n, dtype=torch.bool).triu(1), "True forbids"),
        ("gradient_z", lambda G, W_O: G @ W_O, "W_O is used as it is or reshaped"),
        ("partners", each_takes_the_best_left, "choose one after the other"),
        ("score_cosine", cosine_in_loops, "cosines of W_Q and of W_K are averaged"),
        ("attend", masked_after_in_place, "after the softmax, so its rows no longer sum to 1"),
    ],
)
def test_a_mistake_is_known_by_what_it_computes(name, function, misconception):
    assert misconception in check(name, in_torch(function)).message


@pytest.mark.parametrize("name", NAMES)
def test_the_stub_as_given_does_not_pass(name):
    space = run(BY_NAME[name].stub)
    verdict = check(name, space[name] if name in CODE else space["answer"])
    assert not verdict
    if "..." in BY_NAME[name].stub:
        assert re.search(r"answer is None|(is still|holds) `\.\.\.`; write", verdict.message)
    else:
        assert "as it was given" in verdict.message, "the bug to find is not named"


@pytest.mark.parametrize("name", BY_HAND)
def test_a_seed_gives_a_fresh_variant_and_always_the_same(name):
    variants = [str(checks.numbers(name, seed)) for seed in range(6)]
    assert len(set(variants)) >= 5
    assert variants == [str(checks.numbers(name, seed)) for seed in range(6)]
    assert not check(name, right_answer(name, 1), seed=0)


@pytest.mark.parametrize("name", BY_HAND)
def test_an_answer_by_hand_is_not_given_away(name):
    right = np.asarray(right_answer(name))
    verdict = check(name, (right + 100).tolist())
    assert " from ours." in verdict.message
    assert verdict.inputs == {}
    assert all(answers._number(v) not in verdict.message.split() for v in right.flat if v % 1)
    assert check(name, np.round(right, 2).tolist()), "two decimals are enough"
