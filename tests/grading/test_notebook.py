"""A cell is read as IPython reads it, and comes out as plain Python."""

import ast

import pytest

from grading.jail.notebook import read_cell

READ = {
    "a = 1\nb = 2  # as it is": "a = 1\nb = 2  # as it is\n",
    "%%time\ndef f(x):\n    return x": "def f(x):\n    return x",
    "%%timeit -n 10 -r3 y = 3\ng(y)": "y = 3\ng(y)",
    "%%capture\n%%time\nz = 3": "z = 3",
    "x = %time f(3)": "x = f(3)",
    "%timeit -o f(3)": "f(3)",
    "def f():\n    %time x = 3\n    return x": "def f():\n    x = 3\n    return x",
    "%%time": "pass",
    "\n\n    a = 3\n    b = 4": "\n\na = 3\nb = 4\n",
    "a = 1\r\nb = 2\r\n": "a = 1\nb = 2\n",
    ">>> a = 3\n>>> def f(x):\n...     return x": "a = 3\ndef f(x):\n    return x\n",
    "await f()": "await f()\n",
    "'''\n%time x\n'''": "'''\n%time x\n'''\n",
}
CALLS = ["%matplotlib inline", "!pip install x", "x = !ls", "f?", "%%bash\nls", "x = %time y = 3"]


@pytest.mark.parametrize("text", READ)
def test_a_cell_is_read_as_plain_python(text):
    assert read_cell(text) == READ[text]


@pytest.mark.parametrize("text", CALLS)
def test_what_runs_no_python_stays_a_call(text):
    (node,) = ast.parse(read_cell(text)).body
    assert "get_ipython()" in ast.unparse(node)


def test_what_a_cell_captures_has_its_name():
    assert read_cell("%%capture --no-stderr out\nf()").startswith("out = get_ipython().")


def test_an_error_has_the_line_of_the_cell():
    with pytest.raises(SyntaxError) as error:
        read_cell("%%time\na = 3\ndef f(:")
    assert error.value.lineno == 3
