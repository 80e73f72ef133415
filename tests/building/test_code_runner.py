"""What runs a reader's code in the page, run here: what it prints, says and survives."""

import getpass
import importlib.util
import json
import sys

import pytest
from book_site.learners import code_in_page
from exercise_sources import BY_NAME

SPEC = importlib.util.spec_from_file_location("code_runner", code_in_page.PARTS / "code_runner.py")
code_runner = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(code_runner)
RIGHT = BY_NAME["split_heads"].stub.replace(
    "...", "return q.reshape(len(q), n_heads, -1).swapaxes(0, 1)"
)


@pytest.fixture
def run(monkeypatch):
    """Run code as the answer to an exercise: what was printed, said, and whether it passed."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    monkeypatch.setattr(sys, "stdin", sys.stdin)
    monkeypatch.setattr(getpass, "getpass", getpass.getpass)

    def run(text: str, name: str = "split_heads") -> tuple[str, str, bool]:
        printed = []
        verdict = json.loads(code_runner.run(name, text, printed.append))
        return "".join(printed), verdict["message"], verdict["passed"]

    return run


@pytest.fixture
def run_to_parts(run):
    """Run code as the answer to split_heads: the verdict in parts."""
    return lambda text: json.loads(code_runner.run("split_heads", text, print))


def test_a_right_answer_passes_in_the_words_of_check(run):
    assert run(RIGHT) == ("", "split_heads: visible checks pass.", True)


def test_a_verdict_comes_in_parts_that_make_up_the_message(run_to_parts):
    parts = run_to_parts("def split_heads(q, n_heads):\n    return q.reshape(n_heads, len(q), -1)")
    section = parts["explained"]
    leads_on = f"{section['opening']} “{section['title']}”."
    assert (section["page"], section["label"]) == ("04-all-heads-at-once", "ch04-transpose")
    assert parts["headline"].startswith("split_heads: not yet. Likely: reshape without transpose")
    assert parts["message"] == "\n".join([parts["headline"], leads_on, parts["details"]])
    assert parts["example"][0] == "q[0] = [7, -6, -8, 7, -9]  # of shape (3, 5)"
    assert len(parts["example"]) == 4


def test_without_a_verdict_there_is_a_headline_alone(run_to_parts):
    for text in ("1 / 0", "x = 3"):
        parts = run_to_parts(text)
        assert parts["headline"] == parts["message"]
        assert [parts[part] for part in ("explained", "details", "example")] == [None, "", []]


def test_what_is_printed_and_the_value_of_the_last_line_are_shown(run):
    printed, _, passed = run(f"{RIGHT}\nprint('<b>', 3)\n7 * 3")
    assert printed == "<b> 3\n21\n"
    assert passed
    assert run("None\n")[0] == ""


def test_an_endless_output_is_cut_off(run):
    printed, *_ = run("for i in range(10_000):\n    print('x' * 99)")
    assert printed.endswith("… the rest is left out\n")
    assert len(printed) < code_runner.MAX_PRINTED + 100
    assert "left out" not in run(f"print('x' * {code_runner.MAX_PRINTED - 1})")[0]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("def split_heads(q:\n    pass", 'File "your code", line 1', "a SyntaxError"),
        ("x = 1\n  y = 2", 'File "your code", line 2', "an IndentationError"),
        ("x = 1\nprint(y)", 'File "your code", line 2', "a NameError"),
        ("import no_such_module", 'File "your code", line 1', "a ModuleNotFoundError"),
        ("x = 1\nraise SystemExit(3)", 'File "your code", line 2', "a SystemExit"),
        ("raise KeyboardInterrupt", 'File "your code", line 1', "a KeyboardInterrupt"),
        ("def f():\n    f()\nf()", 'File "your code", line 2', "a RecursionError"),
    ],
)
def test_an_error_is_told_with_its_line_and_none_of_ours(run, text, line, said):
    printed, message, passed = run(text)
    assert line in printed
    assert "code_runner.py" not in printed
    assert message == f"split_heads: your code stopped with {said}."
    assert not passed


def test_a_line_that_went_wrong_is_shown(run):
    assert "    print(y)\n" in run("x = 1\nprint(y)")[0]


def test_a_missing_module_is_explained(run):
    assert code_runner.ONLY_NUMPY in run("import no_such_module")[0]
    assert code_runner.ONLY_NUMPY not in run("1 / 0")[0]


WAITS = {
    "a line": "import sys\nsys.stdin.readline()",
    "all": "import sys\nsys.stdin.read()",
    "bytes": "import sys\nsys.stdin.buffer.readline()",
    "caught": "try:\n    input()\nexcept EOFError:\n    pass",
    "a password": "from getpass import getpass\ngetpass('Password: ')",
    "a debugger": "from pdb import Pdb\nPdb(nosigint=True).set_trace()\nx = 1",
}


@pytest.mark.parametrize("text", WAITS.values(), ids=WAITS)
def test_code_that_waits_for_typed_text_is_told_that_nobody_can_type(run, text):
    printed, message, passed = run(text)
    last = printed.splitlines()[-1]
    assert "nobody can type into a page" in last
    assert "write what you would type into the code" in last
    assert 'File "your code", line' in printed
    assert "code_runner.py" not in printed
    assert "your code stopped with a RuntimeError" in message
    assert not passed


def test_an_answer_that_waits_for_typed_text_is_judged_in_the_same_words(run):
    _, message, passed = run("def split_heads(q, n_heads):\n    return input()")
    assert "nobody can type into a page" in message
    assert not passed


def test_text_that_the_code_gives_itself_can_be_read(run):
    text = "import io, sys\nsys.stdin = io.StringIO('3\\n')\nprint(input() * 2)"
    assert run(text)[0] == "33\n"
    assert "nobody can type" in run("input()")[0]


def test_a_name_that_is_missing_is_asked_for(run):
    *_, said, passed = run("def split_head(q, n_heads):\n    return q")
    assert said == (
        "split_heads: nothing in your code has this name; define a function split_heads."
    )
    assert not passed


def test_each_run_begins_anew(run):
    run("left = 3")
    assert "NameError" in run("print(left)")[0]


def test_classes_and_their_module_work_as_in_a_notebook(run):
    text = "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\nprint(A(3))\n"
    assert run(text)[0] == "A(x=3)\n"
