"""What one submission may use."""

from typing import NamedTuple

from grading.cells import GIGABYTES, SECONDS

HASTE = 0.1  # of the seconds of one answer: for the whole notebook, if all of it is quick
SPARE, IN_ORDER = 4, 6  # times the seconds of one answer: for slow ones, for the whole notebook


class Limits(NamedTuple):
    """What one submission may use."""

    #: For a cell, and for a call. An answer with its cells has as much, and what others leave.
    seconds: float = SECONDS
    memory: int = GIGABYTES << 30  # bytes, on top of what PyTorch itself takes
    disk: int = 16 << 20
    may_import: tuple[str, ...] = ()  # beside what every notebook may

    def total(self, questions: int) -> float:
        """Return how many seconds a notebook may take, whatever is in it."""
        return self.seconds * (questions + SPARE + IN_ORDER)
