"""What an answer may import where it is graded: one list for grader, notebook and `check`."""

import sys
from collections.abc import Iterable, Iterator
from dis import get_instructions
from types import FunctionType, ModuleType
from typing import Any

ALWAYS = ("numpy", "torch", "matplotlib", "multihead")
# What these, and a notebook itself, cannot do without; its students have it too.
DEPENDENCIES = (
    "IPython PIL anywidget comm contourpy cycler dateutil filelock fontTools fsspec "
    "functorch ipykernel ipywidgets jaxtyping jinja2 kiwisolver markupsafe "
    "matplotlib_inline mpl_toolkits mpmath networkx packaging pylab pyparsing scipy six "
    "sympy torchgen tqdm traitlets typing_extensions"
)
AVAILABLE = {*ALWAYS, *DEPENDENCIES.split(), *sys.stdlib_module_names, "__main__"}
KERNEL = {"get_ipython", "exit", "quit", "open", "display"}  # names that a kernel gives


def has(module: str, more: Iterable[str] = ()) -> bool:
    """Say whether the grader has a module, whose name may have dots."""
    top = module.partition(".")[0]
    return top in AVAILABLE or top in more


def told(more: Iterable[str] = ()) -> str:
    """List in words what the grader has."""
    *most, last = dict.fromkeys([*ALWAYS, *more])
    return f"the standard library, {', '.join(most)} and {last}"


def refusal(modules: str, more: Iterable[str] = ()) -> str:
    """Say that the grader has no such module."""
    return f"the grader has no {modules}; it has {told(more)}"


def missing(space: dict[str, Any], more: Iterable[str] = ()) -> list[str]:
    """List the modules that a notebook uses and the grader will not have."""
    values = [value for name, value in space.items() if name[0] != "_" and name not in KERNEL]
    modules = [name.partition(".")[0] for value in values for name in _used(value)]
    return [name for name in dict.fromkeys(modules) if name and not has(name, more)]


def _used(value: Any) -> Iterator[str]:
    """Yield the module that a value is, or was defined in, and what its own code imports."""
    if isinstance(value, ModuleType):
        yield value.__name__
    elif isinstance(value, FunctionType) and value.__module__ == "__main__":
        yield from (step.argval for step in get_instructions(value) if step.opname == "IMPORT_NAME")
    elif callable(value) and isinstance(name := getattr(value, "__module__", None), str):
        yield name
