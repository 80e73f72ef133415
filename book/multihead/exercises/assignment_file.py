"""The assignment that notebooks are handed in for, and what `check` says of its grader.

Both travel beside the keys; see :mod:`multihead.exercises.keys`.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

from multihead.exercises import imports

FILE = Path(__file__).parents[2] / "keys" / "assignment.json"


def read_assignment() -> dict[str, Any]:
    """Read what travels of the assignment; nothing, if the notebooks are for no class."""
    return json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}


def with_import_warning(check: Callable[..., Any]) -> Callable[..., Any]:
    """Let a check say as well which modules of the notebook its grader will not have."""

    @wraps(check)
    def checked(*arguments: Any, **options: Any) -> Any:
        verdict, settings = check(*arguments, **options), read_assignment()
        may_import = settings.get("may_import", ())
        lacking = imports.missing(vars(sys.modules["__main__"]), may_import) if settings else []
        if not lacking:
            return verdict
        warning = (
            f"{imports.refusal(', '.join(lacking), may_import)}: leave it out before you hand in"
        )
        return replace(verdict, message=f"{verdict.message}\n{warning}.")

    return checked
