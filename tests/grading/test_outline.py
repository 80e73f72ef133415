"""What of a cell stands without the rest of it, as the jail finds it from the text alone."""

import codeop
import sys

import pytest
from conftest import ROOT

sys.path.append(str(ROOT / "grading/jail"))  # inside the jail it lies beside the other parts
import outline


def ran(cell: str, part: str, **space):
    outline.run(cell, part, codeop.Compile(), space)
    return {name: value for name, value in space.items() if name != "__builtins__"}


CELL = """
import math, no_such_module, json
def area(r):
    return math.pi * r**2
loop_over = [3, 5, 7]
for n in loop_over:
    raise RuntimeError
missing = gone
class Heads:
    n_heads: int = 2
total: int = 3
total += len(loop_over)
print(1 / 0)
"""


def test_of_the_imports_each_module_stands_alone():
    space = {}
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        outline.run(CELL, "imports", codeop.Compile(), space)
    assert {"math", "json"} == set(space) - {"__builtins__"}


def test_names_get_their_values_in_order_and_an_error_stops_its_own_statement():
    space = {}
    with pytest.raises(NameError, match="gone"):
        outline.run(CELL, "names", codeop.Compile(), space)
    assert space["total"] == 6
    assert {"area", "loop_over", "Heads"} <= set(space)
    assert not {"n", "missing", "math"} & set(space)


def test_definitions_are_functions_and_classes_alone():
    assert set(ran(CELL, "definitions")) == {"area", "Heads"}


def test_lines_of_a_shell_and_magics_over_python_are_read():
    cell = "%%time\n%%capture out\n!pip install numpy\nx = 3\n%timeit x\ny = x + 4"
    assert ran(cell, "names") == {"x": 3, "y": 7}
    assert ran("%%bash\nx=3", "names") == {}


def test_what_the_future_changes_stays_changed():
    compiler, space = codeop.Compile(), {}
    outline.run("from __future__ import annotations", "imports", compiler, space)
    outline.run("def f(x: NoSuch): return x", "names", compiler, space)
    assert space["f"](3) == 3


def test_a_cell_that_is_no_python_is_an_error_and_gives_no_name():
    with pytest.raises(SyntaxError):
        outline.run("a = (", "names", codeop.Compile(), {})
    assert outline.names("a = (") == set()


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("import numpy as np, os.path\nfrom math import pi", {"np", "os", "pi"}),
        ("a = b = 3\nc, (d, e) = f\ng += 1\nh: int = 2\nx[0] = 1", {*"abcdegh"}),
        ("for i in y:\n    def one(n): k = 3\n    class Two: z = 1", {"i", "one", "Two"}),
        ("with open(f) as g:\n    if (h := 3): m = await g", {*"ghm"}),
        ("async def one(): ...\nlambda: (n := 3)", {"one"}),
        ("%time a = f(3)\n%%no", set()),
    ],
)
def test_the_names_that_a_cell_may_give_a_value(cell, names):
    assert outline.names(cell) == names
