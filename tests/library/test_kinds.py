"""Kinds of cases, for which an answer can get part of the points: by understanding, not by luck."""

import numpy as np
import pytest
from conftest import ROOT
from exercise_sources import CODE
from multihead.exercises import answers
from multihead.exercises import folders as exercises
from multihead.exercises.sheets import call

SEEDS = range(3)
WITH_KINDS = [name for name in CODE if exercises.load(name).kinds]

#: The usual mistakes that are right in some kinds of cases, and in which share of the kinds.
SHARES = {
    "attention": {
        "the mask comes after the softmax, so a row of weights no longer sums to 1": 1 / 2,
        "the mask is read backwards, but True means that the query may attend": 1 / 2,
        "the mask is ignored": 1 / 2,
    },
    "best_r2": {
        "only the last of the kept singular values is counted; add up the squares of all": 1 / 2
    },
    "multi_head": {
        "the mask reaches one head only": 1 / 2,
        "the mask is ignored": 1 / 2,
        "the mask comes after the softmax, so a row of weights no longer sums to 1": 1 / 2,
    },
    "parameters": {
        "in the paper form a head is d_model / n_heads wide, not d_model": 2 / 3,
        "this counts the paper form for all three, but the forms differ": 1 / 3,
        "a head of the sliced form reads only its own slice of a token": 2 / 3,
        "in the wide form W_O has a row for every entry of every head's output": 2 / 3,
    },
    "share_on_links": {"each sentence counts equally; each link should": 1 / 2},
    "shared_heads": {
        "the groups are assigned in turn, 0, 1, 0, 1; the heads of a group are neighbours": 1 / 2,
        "the keys go to the right heads, but the values are assigned in turn, 0, 1, 0, 1": 1 / 2,
        "the values go to the right heads, but the keys are assigned in turn, 0, 1, 0, 1": 1 / 2,
    },
    "words_before": {"only one offset is allowed, but all offsets from 1 to back should be": 1 / 2},
}
TRIVIAL = {
    "zeros": np.zeros_like,
    "ones": np.ones_like,
    "equal shares": lambda right: np.full_like(right, 1 / right.shape[-1] if right.ndim else 0.5),
    "the identity": lambda right: np.eye(*right.shape) if right.ndim == 2 else right * 0,
    "the diagonal below": lambda r: np.eye(*r.shape, k=-1) > 0 if r.ndim == 2 else r * 0,
}


def share(sheet, given) -> float:
    """Return the part of the kinds of which all cases are right."""
    faults = [
        answers.fault(answer, right, sheet.tolerance)
        for answer, right in zip(given, sheet.right, strict=True)
    ]
    wrong = {kind for kind, fault in zip(sheet.kinds, faults, strict=True) if fault}
    return 1 - len(wrong) / len(set(sheet.kinds))


def test_the_exercises_that_have_kinds_are_those_whose_shares_are_known():
    assert sorted(WITH_KINDS) == sorted(SHARES)


def test_the_page_for_instructors_names_them():
    text = (ROOT / "book" / "for-instructors.md").read_text("utf-8")
    *names, last = (f"`{name}`" for name in sorted(WITH_KINDS))
    wrong = sum(len(exercises.load(name).wrong) for name in WITH_KINDS)
    parts = sum(map(len, SHARES.values()))
    assert len(WITH_KINDS) == 7
    words = f"{', '.join(names)} and {last}. Of their {wrong} usual mistakes {parts} get a part"
    assert f"Seven exercises have kinds: {words}" in text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WITH_KINDS)
def test_what_wrong_answers_get_is_known_and_the_same_for_every_seed(name, seed):
    exercise, sheet = exercises.load(name), exercises.sheet(name, seed)
    assert set(sheet.kinds) == set(exercise.kinds), "a kind has no case"
    assert min(map(sheet.kinds.count, exercise.kinds)) >= 2, "one case may be right by luck"
    assert share(sheet, sheet.right) == 1
    shares = {m: share(sheet, [call(f, c) for c in sheet.cases]) for m, f in exercise.wrong.items()}
    assert {m: s for m, s in shares.items() if s} == pytest.approx(SHARES[name])
    for trivial, answer in TRIVIAL.items():
        assert share(sheet, [answer(right) for right in sheet.right]) == 0, trivial


def test_a_case_of_two_kinds_or_none_is_refused():
    exercise = exercises.load("attention")
    for kinds in ({"all": lambda case: True, "too": lambda case: True}, {"no": lambda case: False}):
        with pytest.raises(ValueError, match=r"attention: .* KINDS"):
            exercises.filled(exercise._replace(kinds=kinds), exercise.cases(exercises.generator(0)))
