"""What an instructor may set for an assignment; a notebook keeps it, and states it at its top."""

from importlib.util import find_spec
from typing import Any, NamedTuple

from multihead.exercises import imports

from grading.cells import GIGABYTES, SECONDS
from grading.course import CourseError


class Options(NamedTuple):
    """What answers may use, and what they earn."""

    may_import: tuple[str, ...] = ()  # beside what every notebook may
    seconds: float = SECONDS  # of a cell, and of a call
    memory: float = GIGABYTES  # of the notebook
    partial: bool = False  # give part of the points for kinds of inputs

    def check(self) -> None:
        """Refuse what no grader could do.

        Raises
        ------
        CourseError
            If a limit is out of range, or a module is not installed here.
        """
        if not 1 <= self.seconds <= 600:
            raise CourseError(f"{self.seconds:g} seconds for a cell: use 1 to 600")
        if not 0.25 <= self.memory <= 64:
            raise CourseError(f"{self.memory:g} GB of memory: use 0.25 to 64")
        absent = [module for module in self.may_import if not _installed(module)]
        if absent:
            raise CourseError(
                f"{', '.join(absent)}: no such module is installed here, so no answer could use "
                "it; give names as in `import`, such as pandas,sklearn, of packages in .venv"
            )

    def stated(self) -> dict[str, Any]:
        """Return what the top of the notebook says of the options."""
        has = imports.told(self.may_import)
        return {"has": has, "seconds": self.seconds, "memory": self.memory}

    def kept(self) -> dict[str, Any]:
        """Return what the notebook keeps of the options, as JSON."""
        return self._asdict() | {"may_import": list(self.may_import)}


def _installed(module: str) -> bool:
    return module.isidentifier() and find_spec(module) is not None
