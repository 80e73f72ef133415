"""What a class's answers are compared with comes from its secret seed, and is no public variant."""

import json

import numpy as np
import pytest
from exercise_sources import BY_HAND
from multihead.exercises import class_variants, folders, keys, sealed

SECRET, LABEL = 2**250 + 357, "hw1-3f2a"


@pytest.mark.parametrize("name", BY_HAND)
def test_a_class_has_numbers_that_no_public_variant_has(name, monkeypatch):
    monkeypatch.setattr(sealed, "COST", 2)
    exercise = folders.load(name)
    public = {str(folders.variant(exercise, seed)) for seed in keys.VARIANTS}
    cases = [class_variants.sheet(exercise, SECRET + more).cases[0] for more in range(2)]
    assert not {str(case) for case in cases} & public
    assert str(class_variants.sheet(exercise, SECRET).cases[0]) == str(cases[0])


def test_without_other_numbers_those_of_the_public_have_to_do(monkeypatch):
    monkeypatch.setattr(sealed, "COST", 2)
    exercise = folders.load("new_row")
    one = exercise._replace(
        cases=lambda rng: [{"x": np.array([[2.0, 2.0], [0.0, 3.0], [1.0, 1.0]])}]
    )
    assert class_variants.sheet(one, SECRET).seal


def test_numbers_that_tell_no_mistakes_apart_are_refused_with_the_fix(monkeypatch):
    monkeypatch.setattr(class_variants, "TRIES", 3)
    exercise = folders.load("new_row")._replace(tolerance=0.5)
    with pytest.raises(ValueError, match=r"new_row: .*0\.5.* TOLERANCE"):
        class_variants.sheet(exercise, SECRET)


def test_code_has_the_inputs_of_the_page_in_its_key_and_others_in_the_marks():
    exercise = folders.load("split_heads")
    key = json.loads(class_variants.key(exercise, SECRET, LABEL))
    page = json.loads(keys.written({0: folders.sheet("split_heads", 0)}))
    assert key == page
    marks = class_variants.sheet(exercise, SECRET)
    assert marks.seal is None
    assert keys.written({0: marks}) != keys.written({0: folders.sheet("split_heads", 0)})


def test_a_digest_is_slow_and_salted(monkeypatch):
    answers = []
    monkeypatch.setattr(sealed.hashlib, "scrypt", lambda place, **how: answers.append(how) or b"x")
    exercise = folders.load("new_row")
    one, other = (json.loads(class_variants.key(exercise, seed, LABEL)) for seed in (SECRET, 7))
    salts = [key["sheets"][LABEL]["seal"]["salt"] for key in (one, other)]
    assert len(set(salts)) == 2
    assert min(how["n"] * how["r"] for how in answers) >= 2**17, "a guess costs 16 MB"
