"""The instructor's tool: assignments, trusted grading, reports; `python -m grading --help`.

A command (commands.py) takes its course (course.py) through the rooms: assign, collect, then marks,
which runs answers in the jail, then reports. A room imports only what is below it:

    commands, reports, marks, then assign, collect and jail beside each other, then catalogue (where
    exercises are found), then cells and course
"""

import os
import sys
from pathlib import Path

# nbgrader starts alembic by its name, wherever this Python's environment is.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
