"""What an answer needs is found in the text of the cells; all else can be left out."""

import pytest

from grading.jail import slices, statements


def plan(*cells: str, names=("answer",)):
    found = [one for number, cell in enumerate(cells, 1) for one in statements.read(number, cell)]
    return slices.plan(found, list(names))


def needed(*cells: str) -> list[str]:
    """Return the statements that `answer` needs, each as its first line."""
    made, _ = plan(*cells)
    lines = [[line for line in cell.splitlines() if line[:1].strip()] for cell in cells]
    return [lines[cell - 1][place] for cell, places in made["answer"] for place in places]


def test_what_the_answer_uses_comes_with_it_and_nothing_else():
    cells = ["slow = run()", "def helper(x): return x", "def answer(x): return helper(x)", "more()"]
    assert needed(*cells) == ["def helper(x): return x", "def answer(x): return helper(x)"]


def test_statements_are_needed_and_not_their_cells():
    assert plan("import a\nimport b\nrun()", "z = 1\nanswer = b.c\nb.show(answer)") == (
        {"answer": [(1, [1]), (2, [1])]},
        {"answer": [2]},
    )


def test_of_modules_in_one_line_only_those_that_it_uses_are_needed():
    found = plan("import pandas, numpy as np\nrun()", "answer = np.ones(3)")
    assert found == ({"answer": [(1, [1]), (2, [0])]}, {"answer": [2]})


@pytest.mark.parametrize(
    "change",
    [
        "table.append(3)",
        "table[0] = 3",
        "del table[0]",
        "table += [3]",
        "table.size = 3",
        "table.rows[0].size = 3",
        "for n in range(3): table.append(n)",
        "(table := 3)",
        "del table",
    ],
)
def test_a_change_of_what_is_used_is_needed(change):
    cells = ["table = []", change, "def answer(): return table"]
    assert plan(*cells)[0]["answer"] == [(1, [0]), (2, [0]), (3, [0])]


@pytest.mark.parametrize(
    "look",
    ["table.size", "y = table.pop()", "print(table)", "check(answer)", "answer()", "[table]"],
)
def test_a_look_at_what_is_used_is_not_needed(look):
    cells = ["table = []", "def answer(): return table"]
    assert needed(*cells, look) == cells


def test_functions_that_change_the_notebook_count_where_nothing_else_is_made_of_their_call():
    fill = "def fill():\n    global table\n    table = slow()"
    grow = "def grow(): table.append(3)"
    use = "answer = table"
    assert needed(fill, "fill()", use) == ["def fill():", "fill()", use]
    assert needed("table = []", grow, "grow()", use) == ["table = []", grow, "grow()", use]
    assert needed("table = []", grow, "x = grow()", use) == ["table = []", use]


def test_the_last_definition_counts_and_what_it_made_of_the_one_before():
    first, second = "def answer(x): return slow", "def answer(x): return x"
    assert needed("slow = run()", first, second) == [second]
    wrapped = "answer = jit(answer)"
    assert needed("slow = run()", first, wrapped) == ["slow = run()", first, wrapped]
    assert plan(first, second)[1] == {"answer": [1, 2]}


def test_a_value_is_that_of_its_time():
    """What runs at once uses what is above it; what is called in the end, what holds then."""
    cells = ["n = 3", "m = n", "n = 5", "def answer(): return n + m"]
    assert needed(*cells) == cells
    cells = ["n = 3", "def f(): return n", "m = f()", "n = 5", "answer = m"]
    assert needed(*cells) == cells, "what f returns may be a function that uses n"
    assert needed("n = 3", "m = n", "n = 5", "answer = m") == ["n = 3", "m = n", "answer = m"]


def test_imports_come_first_and_only_one_of_each():
    answer = "@np.vectorize\ndef answer(x): return np.exp(x)"
    cells = [answer, "run()\nimport numpy as np", "import numpy as np\nrun()", "np.random.seed(3)"]
    assert plan(*cells)[0]["answer"] == [(3, [0]), (1, [0])]


def test_a_name_that_is_not_only_imported_keeps_its_place():
    cells = ["from a import softmax", "def softmax(x): return x", "answer = softmax(3)"]
    assert needed(*cells) == ["def softmax(x): return x", "answer = softmax(3)"]


def test_a_star_may_give_any_name_that_nothing_else_does():
    assert needed("from a import *", "answer = softmax(3)") == [
        "from a import *",
        "answer = softmax(3)",
    ]
    assert needed("from a import *", "answer = max(3, 5)") == ["answer = max(3, 5)"]


def test_what_stands_only_below_is_taken_from_there():
    cells = ["def answer(x): return helper(x)", "def helper(x): return x"]
    assert needed(*cells) == cells


def test_names_of_functions_classes_and_comprehensions_are_their_own():
    body = "def answer(x):\n    y = x\n    return [z + w for z in y]"
    cells = ["x = run()", "y = run()", "z = run()", "w = 3", body]
    assert needed(*cells) == ["w = 3", "def answer(x):"]
    made = "class A(Base):\n    size = n\n    def f(self): return m"
    cells = ["class Base: pass", "n = 3", "m = 5", "size = run()", made, "answer = A().f"]
    assert needed(*cells) == ["class Base: pass", "n = 3", "m = 5", "class A(Base):", cells[-1]]


def test_a_cell_that_is_no_python_has_no_statements():
    assert needed("this is none (", "a = 1\0", "answer = 3") == ["answer = 3"]
    deep = "answer = " + "(" * 10_000 + ")" * 10_000
    assert plan(deep, "await run()", "answer = 3")[0] == {"answer": [(3, [0])]}


def test_a_name_that_no_statement_gives_has_no_slice():
    assert plan("exec('answer = 3')", "print(answer)") == ({}, {})
