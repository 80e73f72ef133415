"""What `check` says of any answer at all: hostile, broken, or right in another form."""

import re
import subprocess
import sys

import numpy as np
import pytest
import torch
from conftest import ROOT
from exercise_sources import BY_HAND
from hypothesis import given
from hypothesis import strategies as st
from multihead.checks import check
from multihead.exercises import folders as exercises
from multihead.exercises import verdict as checks


class Hostile:
    """What no function should return."""

    def __array__(self, *_, **__):
        raise RuntimeError("no array")

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("no comparison")

    __hash__ = None

    @property
    def __class__(self):
        raise RuntimeError("no class")


class HostileError(Exception):
    def __str__(self):
        raise RuntimeError("no text")


class HostileList(list):
    def __iter__(self):
        raise RuntimeError("no items")

    __len__ = __getitem__ = __iter__


def forever():
    while True:
        yield 1


RETURNED = {
    "None": (None, r"None.*(end the function with `return`|`print` returns)"),
    "generator": (forever(), "generator.*array"),
    "text": ("1 2 3", "str"),
    "object": (Hostile(), "read"),
    "list": (HostileList([1]), "not yet"),
    "ragged": ([[1, 2], [3]], "as one array"),
    "texts": (np.array(["a"]), "text.*real"),
    "complex": (torch.zeros(3, dtype=torch.complex64), "complex64.*real"),
    "no data": (torch.zeros(3, device="meta"), "as one array"),
    "huge whole number": ([10**400], "object.*real"),
    "nothing": ([], "The answer h"),
    "numbers": (7, "expected"),
}
ERRORS = [ValueError("bad"), HostileError(), SystemExit(3), RecursionError(), BaseException("x")]


@pytest.mark.parametrize("kind", RETURNED)
@pytest.mark.parametrize("name", ["multi_head", "causal_mask", "new_row"])
def test_hostile_answers_get_a_verdict_with_the_fix(name, kind):
    value, words = RETURNED[kind]
    verdict = check(name, value if name in BY_HAND else lambda *_: value)
    assert not verdict
    if name != "new_row" or not callable(value):
        assert re.search(words, verdict.message)
    assert "expected" in verdict.message


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
def test_an_exception_is_part_of_the_verdict(error):
    def function(*_):
        raise error

    verdict = check("split_heads", function)
    assert f"raised {type(error).__name__}" in verdict.message
    assert re.search("expected .*array of numbers of shape", verdict.message)


def test_an_interrupt_is_not_swallowed():
    def function(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("split_heads", function)


NESTED = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=8,
)


@given(NESTED)
def test_no_return_value_makes_check_raise(value):
    assert not check("merge_heads", lambda Z: value)
    assert not check("best_r2", lambda K, heads: [value])
    assert not check("bank_output", value)


@pytest.mark.slow
def test_a_reader_in_the_folder_of_the_book_needs_nothing_else():
    """As on Binder: a kernel in book/, and of the tools not one."""
    blocked = (
        "import sys; sys.modules |= dict.fromkeys(('yaml', 'jinja2', 'markdown_it', 'nbgrader'))"
    )
    code = f"{blocked}\nfrom multihead.checks import check\nprint(check('new_row', [9, 9]))"
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "book", capture_output=True, text=True, check=True
    )
    assert completed.stdout.startswith("new_row: not yet. This is none of the usual mistakes.")


def test_an_error_is_said_first_with_its_line():
    def split_heads(q, n_heads):
        return q.reshape(7)

    headline = check(split_heads).headline
    line = split_heads.__code__.co_firstlineno + 1
    assert re.fullmatch(
        rf"split_heads: not yet\. It raised ValueError: cannot reshape .*, in line {line}\.",
        headline,
    )


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ([9, 9], "2 of 2 numbers differ from ours."),
        ([0.91, 9], "1 of 2 numbers differs from ours."),
        ([np.nan, 9], "The answer holds 1 NaN or infinite number of 2; expected"),
        ([np.nan, np.inf], "The answer holds 2 NaN or infinite numbers of 2; expected"),
    ],
)
def test_one_number_and_more_are_told_apart(answer, said):
    assert check("new_row", answer).details.startswith(said)


def test_nan_and_wrong_dtypes_are_named():
    nan = check("merge_heads", lambda Z: np.concatenate(Z, axis=1) * np.nan)
    assert "NaN or infinite numbers of" in nan.message
    numbers = check("causal_mask", lambda n: np.tri(n, dtype=int))
    assert re.search("int64.*True or False", numbers.message)
    assert ".astype(bool) or .bool()" in numbers.message
    bools = check("merge_heads", lambda Z: np.concatenate(Z, axis=1) > 0)
    assert re.search("bool.*numbers", bools.message)


def test_a_mistake_that_gives_nan_has_a_name_too():
    def nothing_over_nothing(Z):
        return np.concatenate(Z, axis=1) * np.nan

    exercise = exercises.load("merge_heads")._replace(wrong={"0 / 0": nothing_over_nothing})
    sheet = exercises.filled(exercise, exercise.cases(exercises.generator(0)))
    verdict = checks.judge(sheet, [nothing_over_nothing(**case) for case in sheet.cases])
    assert "NaN or infinite numbers of" in verdict.message
    assert "Likely: 0 / 0." in verdict.message


def test_float32_lists_and_tensors_with_a_gradient_are_fine():
    merge = exercises.load("merge_heads").reference
    for change in (np.float32, np.ndarray.tolist, torch.from_numpy):
        assert check("merge_heads", lambda Z, change=change: change(merge(Z)))
    assert check("merge_heads", lambda Z: torch.from_numpy(merge(Z)).requires_grad_())


def test_a_function_that_changes_its_input_is_judged_on_its_answer():
    def merge_heads(Z):
        merged = np.concatenate(Z, axis=1)
        Z[:] = 0
        return merged

    assert check(merge_heads)


def test_the_counter_example_can_be_tried_again():
    name = "reshape without transpose mixes tokens and heads"
    wrong = exercises.load("split_heads").wrong[name]
    verdict = check("split_heads", wrong)
    reference = exercises.load("split_heads").reference(*verdict.inputs.values())
    assert not np.array_equal(wrong(*verdict.inputs.values()), reference)
    assert re.search(r"^q = \[\[.*^n_heads = 5$", verdict.message, re.M | re.S)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("nothing", 1), ValueError, "'nothing'.* all_patterns, "),
        ((lambda x: x,), ValueError, "'<lambda>'.* all_patterns, "),
        (("attention",), ValueError, r'check\("attention", answer\)'),
        ((5,), TypeError, "name .*exercise"),
    ],
)
def test_a_wrong_call_is_told_the_right_one(arguments, error, words):
    with pytest.raises(error, match=words):
        check(*arguments)


@pytest.mark.usefixtures("no_shape_checks")
def test_the_wrong_kind_of_answer_and_seed_is_told_the_right_one(tmp_path, monkeypatch):
    assert "function itself" in check("attention", np.eye(3)).message
    assert "a function; give numbers" in check("new_row", len).message
    with pytest.raises(TypeError, match=r"seed=0\.5.*whole"):
        check("new_row", [1, 2], seed=0.5)
    with pytest.raises(ValueError, match=r"new_row .*seed='hw1-3f2a'.* class.*folder"):
        check("new_row", [1, 2], seed="hw1-3f2a")
    with pytest.raises(ValueError, match=r"seed=-1.* 0 "):
        checks.numbers("new_row", -1)
    with pytest.raises(ValueError, match=r"attention.*by hand|by hand.*attention"):
        checks.numbers("attention")
    monkeypatch.setattr(exercises, "FOLDER", tmp_path / "gone")
    with pytest.raises(FileNotFoundError, match=r"keys .*beside .*notebooks"):
        check("attention", len)
