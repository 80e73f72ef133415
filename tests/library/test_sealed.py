"""A class's answers by hand: key and marks agree on every answer, and the key hides ours."""

import json
from functools import cache

import numpy as np
import pytest
from exercise_sources import BY_HAND
from multihead.exercises import answers, class_variants, folders, keys, sealed
from multihead.exercises.sheets import Sheet
from multihead.exercises.verdict import judge

SECRET = 2**250 + 357
LABEL = "hw1-3f2a"
#: What a rounding leaves: of the tolerance, this much.
NEAR = (0, -0.95, 0.95)


@pytest.fixture(scope="module", autouse=True)
def quick(tmp_path_factory):
    """Quick digests, and a folder for keys."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sealed, "COST", 2)
        patch.setattr(keys, "FOLDER", tmp_path_factory.mktemp("keys"))
        keys.read.cache_clear()
        yield
    keys.read.cache_clear()


@cache
def sheets(name: str) -> tuple[Sheet, Sheet]:
    """What a student's check compares with, and what the marks do."""
    exercise = folders.load(name)
    (keys.FOLDER / f"{name}.json").write_text(class_variants.key(exercise, SECRET, LABEL), "utf-8")
    return keys.sheet(name, LABEL), class_variants.sheet(exercise, SECRET)


@pytest.mark.parametrize("name", BY_HAND)
def test_key_and_marks_say_the_same_and_name_what_the_full_check_names(name):
    key, ours = sheets(name)
    plain = ours._replace(seal=None)
    (right,) = ours.right
    for part in NEAR:
        shifted = [right + part * ours.tolerance]
        assert judge(key, shifted)
        assert judge(ours, shifted)
    for mistake, (result,) in ours.wrong.items():
        for part in NEAR:
            shifted = [result + part * ours.tolerance]
            verdict = judge(key, shifted)
            assert verdict.message == judge(ours, shifted).message
            assert verdict.misconception == mistake
            assert judge(plain, shifted).misconception == mistake


@pytest.mark.parametrize("name", BY_HAND)
def test_key_and_marks_agree_wherever_an_answer_lies(name):
    """On fine steps away from the right answer, over the edge of its place."""
    key, ours = sheets(name)
    (right,), step = ours.right, ours.seal.step
    passed = [judge(ours, [right + part * step]).passed for part in np.linspace(-1, 1, 21)]
    assert passed == [judge(key, [right + p * step]).passed for p in np.linspace(-1, 1, 21)]
    assert passed == sorted(passed[:11]) + sorted(passed[11:], reverse=True)
    assert passed[10]
    assert not passed[0]
    assert not passed[20]


@pytest.mark.parametrize("name", BY_HAND)
def test_a_key_of_a_class_has_no_number_of_a_result(name):
    key, ours = sheets(name)
    assert key.wrong == {}
    assert not key.right[0].any()
    text = json.dumps(keys.read(name)["sheets"][LABEL]["seal"])
    results = [number for (result,) in [ours.right, *ours.wrong.values()] for number in result.flat]
    irregular = [f"{v:.4f}"[:6] for v in results if np.isfinite(v) and v % 0.01]
    assert not [number for number in irregular if number in text]
    assert str(SECRET) not in text
    assert f"{SECRET:x}" not in text


def test_what_a_key_of_a_class_does_not_hold_is_told():
    sheets("new_row")
    with pytest.raises(ValueError, match=f"class.*seed='{LABEL}'.* 0"):
        keys.sheet("new_row", 0)
    for name in ("new_row", "two_rows"):
        words = f"{name} .*seed='hw1-aaaa'.* class.*folder"
        with pytest.raises(ValueError, match=words):
            keys.sheet(name, "hw1-aaaa")


def test_the_form_of_an_answer_is_told_as_in_the_full_check():
    key, ours = sheets("new_row")
    plain = ours._replace(seal=None)
    odd = [None, ..., "1 2", [1.0], [[1.0, 2.0]], [True, False], [np.nan, 1.0], [1, np.inf], {}]
    odd += [[1, 42, 2, 15], ["1,42", "2,15"], [..., ...]]
    odd += [answers.Raised(ValueError("bad")), answers.UnreadableError("The file is gone")]
    for answer in odd:
        assert judge(key, [answer]).message == judge(plain, [answer]).message
        assert judge(ours, [answer]).message == judge(plain, [answer]).message
    assert judge(key, [[7.0, 7.0]]).message == (
        "new_row: not yet.\nThe answer differs from ours.\nThis is none of the usual mistakes."
    )


def sheet(right, wrong, tolerance=0.01) -> Sheet:
    wrong = {mistake: [np.array(result)] for mistake, result in wrong.items()}
    return Sheet("two", True, tolerance, [{}], [np.array(right)], wrong)


def test_results_that_a_grid_takes_for_one_are_not_given_out():
    assert sealed.on_grid(sheet(1.0, {"half": 0.5}))
    assert sealed.on_grid(sheet(1.0, {"near": 1.02})) is None
    assert sealed.on_grid(sheet(1.0, {"one": 2.0, "other": 2.03})) is None


def test_mistakes_of_another_shape_or_kind_or_without_a_number_keep_their_names():
    wrong = {"one": 3.0, "nan": [np.nan, 1.0], "bools": [True, False], "three": [1.0, 2.0, 3.0]}
    ours = sealed.on_grid(sheet([1.0, 2.0], wrong))
    key = sealed.closed(ours, "ab" * 16)
    for mistake, result in wrong.items():
        assert judge(key, [result]).misconception == mistake
    assert judge(key, [[-0.0, 2.0]]).misconception is None
    assert judge(sealed.closed(sealed.on_grid(sheet(0.0, {})), "ab"), [-0.0])


def test_a_tolerance_of_nothing_still_takes_what_a_computer_rounds():
    exact = sealed.on_grid(sheet(0.3, {"one": 0.4}, tolerance=0.0))
    assert judge(exact, [0.1 + 0.2])
    assert not judge(exact, [0.31])
