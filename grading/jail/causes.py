"""Why an answer is not there: each kind as what it is."""

from typing import NamedTuple

TOO_SLOW, CRASHED, NOT_DEFINED = "too slow", "crashed", "not defined"
RAISED = "its cell raised an error"
KINDS = (TOO_SLOW, CRASHED, NOT_DEFINED, RAISED)


class Cause(NamedTuple):
    """Why there is no answer, or no more."""

    kind: str
    text: str
    answered: int = 0  # the cases before
