"""An answer that stands in the notebook and is not defined is told with its place."""

import json
import time

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grading.collect import ipynb, places

DEF = "def attention(q, k, v, mask=None):\n    return softmax(q @ k.T) @ v"
LINE = "def attention(q, k, v, mask=None):"
ROW = "new_row = [1.42, 2.15]"
STUB = "import numpy as np\n\n\ndef attention(q, k, v, mask=None):\n    ..."


def named(cell, grade_id, **marks):
    cell.metadata = {"nbgrader": {"grade_id": grade_id, **marks}}
    return cell


def released():
    return new_notebook(
        cells=[
            named(new_markdown_cell(f"Write it:\n\n```python\n{DEF}\n```"), "attention-task"),
            named(new_code_cell(STUB), "attention-answer", solution=True),
            named(new_code_cell("def rows_of(x):\n    return x"), "rows"),
            named(new_code_cell("new_row = [..., ...]"), "new_row-answer", solution=True),
            named(new_code_cell("runs = ..."), "third_head-code", solution=True),
            named(new_markdown_cell("*Here.*"), "third_head", solution=True, grade=True),
        ]
    )


def handed_in(*own, **answers):
    """Return the released notebook with other answers, and cells above it."""
    nb = json.loads(json.dumps(released()))
    for cell in nb["cells"]:
        name = cell["metadata"]["nbgrader"]["grade_id"].removesuffix("-answer")
        cell["source"] = answers.get(name, cell["source"])
    own = [dict(zip(("cell_type", "source"), one, strict=True)) for one in own]
    nb["cells"] = own + nb["cells"]
    return nb


def said(nb, name="attention", notes=()):
    parsed, _ = ipynb.parse(json.dumps(nb).encode())
    by_hand = {"attention": False, "new_row": True}
    return places.find(parsed, released(), by_hand, list(notes)).get(name)


@pytest.mark.parametrize(
    ("kind", "source"),
    [
        ("markdown", DEF),
        ("markdown", f"My answer:\n\n```python\n{DEF}\n```"),
        ("markdown", f"- `{LINE}`"),
        ("raw", DEF),
    ],
)
def test_in_a_cell_that_does_not_run(kind, source):
    place = said(handed_in(("code", "x = 3"), ("code", ""), (kind, source)))
    kind = {"markdown": "Markdown"}.get(kind, kind)
    where = f"it stands in cell 3, a {kind} cell, which does not run; its line is "
    assert place.startswith(f"{where}`")
    assert LINE in place


def test_a_value_in_a_cell_that_does_not_run():
    place = said(handed_in(("markdown", f"**{ROW}**")), "new_row")
    assert place.startswith("it stands in cell 1, a Markdown cell, which does not run; its line")
    assert said(handed_in(("markdown", "The new row: 1.42, 2.15")), "new_row") is None
    assert said(handed_in(("markdown", "new_row: see above")), "new_row") is None


def test_an_answer_cell_that_became_markdown():
    nb = handed_in(attention=DEF, new_row="It is [1.42, 2.15].")
    for cell in nb["cells"]:
        cell["cell_type"] = "markdown"
    assert said(nb).startswith("it stands in cell 2, a Markdown cell, which does not run")
    assert said(nb, "new_row") == "its answer cell, cell 4, a Markdown cell, which does not run"


CODE = {
    "a comment": (f"# {LINE}\n#     return v", f"its line in cell 1 is a comment: `# {LINE}`"),
    "a method": (
        f"class Solver:\n    n = 3\n\n    {LINE}\n        return v",
        "it stands in cell 1, inside `class Solver:`; begin its line at the left margin",
    ),
    "never run": (
        f"x = 3\nif False:\n    {LINE}\n        return v",
        "it stands in cell 1, inside `if False:`; begin its line at the left margin",
    ),
    "in a function": (
        f"def main(n):\n    # ours\n    {LINE}\n        return v",
        "it stands in cell 1, inside `def main(n):`; begin its line at the left margin",
    ),
    "a capital": (
        DEF.replace("attention", "Attention"),
        "there is `Attention`, not `attention`, in cell 1; its line is "
        "`def Attention(q, k, v, mask=None):`",
    ),
    "a plural": ("def attentions(q): ...", "there is `attentions`, not `attention`, in cell 1"),
    "an underscore": ("def att_ention(q): ...", "there is `att_ention`, not `attention`"),
    "misspelt": ("def atention(q): ...", "there is `atention`, not `attention`, in cell 1"),
    "a longer name": ("def self_attention(q): ...", "there is `self_attention`, not `attention`"),
    "a class": ("class Attention:\n    ...", "there is `Attention`, not `attention`, in cell 1"),
    "a lambda": ("Attention = lambda q: q", "there is `Attention`, not `attention`, in cell 1"),
    "text": (f'"""\n{DEF}\n"""', "it stands in cell 1, between triple quotes, which make text"),
    "a file": (
        f"%%writefile a.py\n\n{DEF}",
        "it stands in cell 1, below `%%writefile a.py`, which takes the cell as text",
    ),
    "a conflict": (
        f"<<<<<<< HEAD\n{DEF}\n=======\n{DEF}\n>>>>>>> other",
        "it stands in cell 1, which holds the marks of a merge conflict: keep one version",
    ),
    "deleted": (f"{DEF}\ndel attention", f"`{LINE}` stands in cell 1, but the name is not there"),
}


def test_a_cell_that_is_no_python_is_quoted():
    note = "cell 2 raised SyntaxError: expected ':' in line 1: def attention(q)"
    place = said(handed_in(("code", "x = 3"), ("code", DEF)), notes=["cell 1 is slow", note])
    assert place == "it stands in cell 2, which " + note.removeprefix("cell 2 ")


def test_a_decimal_comma_before_a_0_is_no_python_and_told():
    note = "cell 1 raised SyntaxError: leading zeros in decimal integer literals are not permitted"
    place = said(handed_in(("code", "new_row = [1,05, 2,15]")), "new_row", [note])
    assert place.endswith("are not permitted; write 1.05, with a point")


BY_HAND = {
    "a colon": ("new_row: [1.42, 2.15]", "`new_row: [1.42, 2.15]` in cell 1 sets nothing; write"),
    "two signs": ("new_row == [1, 2]", "`new_row == [1, 2]` in cell 1 sets nothing; write"),
    "a blank": ("new row = [1.42, 2.15]", "there is `new row`, not `new_row`, in cell 1"),
    "a hyphen": ("new-row = [1.42, 2.15]", "there is `new-row`, not `new_row`, in cell 1"),
    "in camel case": ("NewRow = [1.42, 2.15]", "there is `NewRow`, not `new_row`, in cell 1"),
    "a capital": ("NEW_ROW = [1.42, 2.15]", "there is `NEW_ROW`, not `new_row`, in cell 1"),
    "in a function": (f"def f():\n    {ROW}", "it stands in cell 1, inside `def f():`"),
    "a comment": (f"# {ROW}", f"its line in cell 1 is a comment: `# {ROW}`"),
}


@pytest.mark.parametrize(
    ("name", "what"),
    [("attention", what) for what in CODE] + [("new_row", what) for what in BY_HAND],
)
def test_in_a_code_cell(name, what):
    source, words = (CODE if name == "attention" else BY_HAND)[what]
    assert said(handed_in(("code", source)), name).startswith(words)


def test_an_answer_without_its_name():
    place = said(handed_in(("raw", "x"), new_row="# done\n[1.42, 2.15]"), "new_row")
    assert place == "its answer cell, cell 5, does not define `new_row`; keep the task's name"


def test_in_a_cell_that_was_left_out():
    size = ipynb.MAX_CELL + 7
    place = said(handed_in(("code", "x = 3"), ("code", DEF.ljust(size, "#"))))
    characters = "it has 1,000,007 characters, and at most 1,000,000 are read"
    assert place.startswith(f"it stands in cell 2, which was left out: {characters}; its line is")


def test_in_the_code_of_an_experiment():
    nb = handed_in()
    nb["cells"][4]["source"] = DEF
    words = "it stands in cell 5, the cell third_head-code, which a person grades and which does"
    assert said(nb).startswith(words)


@pytest.mark.parametrize(
    "own",
    [
        (),
        [("code", "weights = 3\nrows_now = rows_of\nprint(attention(1))")],
        [("code", "def f(x):\n    attention = x\n    return attention")],
        [("code", "def rows_of(x):\n    return x[0]")],
        [("code", "for attention in range(3): pass\nif attention == 3: pass")],
        [("code", "for k in new_row: pass\nif new_row == 3:\n    pass")],
        [("code", "attention_weights = 3")],
        [("markdown", "attention is all you need\n\n# Attention: a task")],
        [("code", "# I did not finish attention")],
    ],
)
def test_what_is_no_answer_has_no_place(own):
    assert said(handed_in(*own)) is None
    assert said(handed_in(*own), "new_row") is None


def test_a_name_that_is_asked_for_elsewhere_is_not_taken_for_this_one():
    nb = handed_in(("code", "def new_rows(x): ..."))
    parsed, _ = ipynb.parse(json.dumps(nb).encode())
    asked = {"new_row": True, "new_rows": False}
    assert "new_row" not in places.find(parsed, released(), asked, [])


def test_what_is_shown_of_a_line_is_short_and_can_be_printed():
    place = said(handed_in(("markdown", f"def attention(a\x1b, {'b, ' * 99}):\n")))
    assert "def attention(a?, b," in place
    assert len(place) < 200
    assert place.endswith("…`")


def test_an_answer_cell_as_it_was_given_is_known():
    parsed, _ = ipynb.parse(json.dumps(handed_in(attention=DEF)).encode())
    assert "attention-answer" not in places.untouched(parsed, released())
    assert "new_row-answer" in places.untouched(parsed, released())


@pytest.mark.parametrize(
    "line", [" " * 999_000, "a " * 499_000, "def " * 200_000, "#" * 999_000, "x = 3\n" * 166_000]
)
def test_a_large_notebook_costs_little(line):
    nb = handed_in(*[("code", f"v{n} = 3\n{line}") for n in range(7)], ("markdown", line))
    start = time.process_time()
    assert said(nb) is None
    assert time.process_time() - start < 10
