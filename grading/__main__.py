"""The commands of an instructor, in the order of their use."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from grading import commands, course
from grading.cells import GIGABYTES, SECONDS
from grading.course import CourseError


class Command(NamedTuple):
    """A command: what it does with its arguments, given as names and options of argparse."""

    run: Callable[[Any], None]
    help: str
    arguments: dict[str, dict[str, Any]]


COURSE = {"course": {"type": Path, "metavar": "COURSE", "help": "the folder that `new` made"}}
NAME = {"name": {"metavar": "NAME", "help": "the assignment, for example hw1"}}
ROSTER = {
    "--roster": {"type": Path, "metavar": "CSV", "help": "the gradebook that your LMS exports"}
}


COMMANDS = {
    "new": Command(commands.run_new, "make a course folder", COURSE),
    "exercise": Command(
        commands.run_exercise,
        "make an exercise of your own, to begin from",
        COURSE
        | {
            "exercise": {"metavar": "NAME", "help": "its name, for example row_means"},
            "--kind": {
                "choices": ("code", "by-hand", "experiment"),
                "default": "code",
                "help": "what it asks for (default: code)",
            },
        },
    ),
    "assignment": Command(
        commands.run_assignment,
        "make an assignment from exercises",
        COURSE
        | NAME
        | {
            "exercises": {
                "nargs": "+",
                "metavar": "EXERCISE",
                "help": "an exercise, or exercise=points",
            },
            "--seconds": {
                "type": float,
                "default": SECONDS,
                "help": f"what a cell may take, and a call of an answer (default: {SECONDS})",
            },
            "--memory": {
                "type": float,
                "default": GIGABYTES,
                "help": f"gigabytes that a notebook may take (default: {GIGABYTES})",
            },
            "--may-import": {
                "default": "",
                "metavar": "MODULES",
                "help": "what answers may import beside the course's own, as in pandas,sklearn",
            },
            "--partial": {
                "action": "store_true",
                "help": "part of the points for each kind of input that is right",
            },
        },
    ),
    "release": Command(commands.run_release, "make the folder for students", COURSE | NAME),
    "link": Command(
        commands.run_link,
        "print the link with which students answer and hand in on the pages of the site",
        COURSE
        | NAME
        | {"--site": {"help": "its address, as in https://example.edu/heads (default: as built)"}},
    ),
    "collect": Command(
        commands.run_collect,
        "take in what an LMS gives: a folder or a zip",
        COURSE | NAME | {"handed_in": {"type": Path, "metavar": "FOLDER_OR_ZIP"}},
    ),
    "grade": Command(
        commands.run_grade,
        "grade what is not graded yet as it is now",
        COURSE
        | NAME
        | {
            "--workers": {"type": int, "default": 2, "help": "processes (default: 2)"},
            "--scheduler": {"metavar": "ADDRESS", "help": "use the workers of this Dask cluster"},
        },
    ),
    "feedback": Command(commands.run_feedback, "write a page for every student", COURSE | NAME),
    "export": Command(
        commands.run_export,
        "write marks for Canvas, Moodle and Gradescope",
        COURSE
        | NAME
        | ROSTER
        | {"--column": {"help": "its column for the marks (default: the assignment's name)"}},
    ),
    "report": Command(commands.run_report, "write the class report", COURSE | NAME | ROSTER),
}


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m grading", description=__doc__)
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = subparsers.add_parser(name, help=command.help, description=command.help)
        for argument, options in command.arguments.items():
            sub.add_argument(argument, **options)
        sub.set_defaults(run=command.run)
    args = parser.parse_args(words)
    try:
        if "name" in args:
            course.checked(args.name)
        args.run(args)
    except KeyboardInterrupt:
        print("stopped; what was graded is kept, and the same command goes on", file=sys.stderr)
        return 130
    except (CourseError, OSError) as error:
        print(f"python -m grading: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
