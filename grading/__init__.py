"""The instructor's tool: assignments, trusted grading, reports; `python -m grading --help`."""

import os
import sys
from pathlib import Path

# nbgrader starts alembic by its name, wherever this Python's environment is.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
