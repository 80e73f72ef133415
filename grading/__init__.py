"""The instructor's tool: assignments, trusted grading, reports; see `python -m grading --help`."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "book"), str(ROOT / "tools")]  # the library; the readers of exercises
