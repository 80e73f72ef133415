"""What an answer may import is one list, and what it leaves out is found in a notebook."""

import math
from importlib.metadata import packages_distributions, requires
from types import ModuleType

import numpy as np
import pytest
import torch
from multihead.exercises import imports
from packaging.requirements import Requirement


@pytest.mark.parametrize(
    "name", ["math", "numpy.linalg", "torch", "matplotlib.pyplot", "multihead"]
)
def test_the_grader_has_what_the_course_uses(name):
    assert imports.has(name)


def test_the_grader_has_no_other_package_unless_the_instructor_says_so():
    assert not imports.has("pandas.core")
    assert imports.has("pandas.core", ["pandas"])
    assert imports.told(["pandas", "numpy"]) == (
        "the standard library, numpy, torch, matplotlib, multihead and pandas"
    )


def test_the_list_has_what_numpy_torch_and_matplotlib_need():
    modules = {name: set() for name in packages_distributions()}
    for module, distributions in packages_distributions().items():
        for distribution in distributions:
            modules.setdefault(distribution.lower().replace("_", "-"), set()).add(module)
    needed = {
        need.name.lower().replace("_", "-")
        for package in ("numpy", "torch", "matplotlib")
        for need in map(Requirement, requires(package) or [])
        if need.marker is None or need.marker.evaluate({"extra": ""})
    } - {"setuptools"}
    assert len(needed) >= 10
    assert [n for n in sorted(needed) if not any(map(imports.has, modules.get(n, ())))] == []


def test_what_a_notebook_uses_and_the_grader_has_not_is_found():
    pandas, sub = ModuleType("pandas"), ModuleType("sklearn.linear_model")
    frame = type("DataFrame", (), {"__module__": "polars.frame"})
    space = {"np": np, "torch": torch, "math": math, "sqrt": math.sqrt, "_": pandas, "x": 3}
    assert imports.missing(space) == []
    code = "def f():\n    import seaborn\n    return np.e"
    exec(code, space | {"__name__": "__main__"}, namespace := {})
    space |= {"pd": pandas, "lm": sub, "Frame": frame, "f": namespace["f"], "again": pandas}
    assert imports.missing(space) == ["pandas", "sklearn", "polars", "seaborn"]
    assert imports.missing(space, ["pandas", "sklearn"]) == ["polars", "seaborn"]


def test_what_a_kernel_puts_into_a_notebook_is_not_its_own():
    space = {"get_ipython": type("InteractiveShell", (), {"__module__": "google.colab"})}
    assert imports.missing(space | {"say": print, "number": 3}) == []
