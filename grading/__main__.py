"""The commands of an instructor, in the order of their use."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

from grading import assignments, collect, course, release
from grading.course import CourseError


class Command(NamedTuple):
    """A command: what it does with its arguments, given as names and options of argparse."""

    run: Callable[[Any], None]
    help: str
    arguments: dict[str, dict[str, Any]]


COURSE = {"course": {"type": Path, "metavar": "COURSE", "help": "the folder that `new` made"}}
NAME = {"name": {"metavar": "NAME", "help": "the assignment, for example hw1"}}


def new(args: Any) -> None:
    course.new(args.course)
    print(f"Made {args.course}; its README.md lists the next steps.")
    print("Keep secret_seed to yourself: it draws the inputs that answers are graded on.")


def assignment(args: Any) -> None:
    path = course.find(args.course).source(args.name)
    notebook = assignments.make(args.name, args.exercises, args.variant)
    text = nbformat.writes(notebook)
    if path.exists() and path.read_text("utf-8") != text:
        raise CourseError(f"{path} is there and differs; remove it to make it anew")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"Wrote {typed(args, path)}, with solutions: it is for you alone.")


def typed(args: Any, path: Path) -> Path:
    """Write a path of the course as the course was typed."""
    return args.course / path.relative_to(args.course.resolve())


def release_(args: Any) -> None:
    path = release.release(course.find(args.course), args.name)
    print(f"Wrote {typed(args, path)}: give it to the students.")


def collect_(args: Any) -> None:
    found = collect.collect(course.find(args.course), args.name, args.handed_in)
    print(collect.table(found))
    refused = [collect.printable(f"{one.path}: {one.said}") for one in found if one.refused]
    if refused:
        raise CourseError("\n".join([f"{len(refused)} of {len(found)} files refused:", *refused]))


COMMANDS = {
    "new": Command(new, "make a course folder", COURSE),
    "assignment": Command(
        assignment,
        "make an assignment from exercises",
        COURSE
        | NAME
        | {
            "exercises": {
                "nargs": "+",
                "metavar": "EXERCISE",
                "help": "an exercise, or exercise=points",
            },
            "--variant": {
                "type": int,
                "default": 0,
                "help": "other numbers in exercises by hand (default: 0)",
            },
        },
    ),
    "release": Command(release_, "make the notebook for students", COURSE | NAME),
    "collect": Command(
        collect_,
        "take in what an LMS gives: a folder or a zip",
        COURSE | NAME | {"handed_in": {"type": Path, "metavar": "FOLDER_OR_ZIP"}},
    ),
}


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m grading", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(name, help=command.help, description=command.help)
        for argument, options in command.arguments.items():
            sub.add_argument(argument, **options)
        sub.set_defaults(run=command.run)
    args = parser.parse_args(words)
    try:
        if "name" in args:
            course.checked(args.name)
        args.run(args)
    except (CourseError, OSError) as error:
        print(f"python -m grading: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
