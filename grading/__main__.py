"""The commands of an instructor, in the order of their use."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

from grading import assignments, collect, course, export, feedback, grade, release, report
from grading.course import CourseError
from grading.jail import JailError


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
    refused = [f"{collect.printable(one.path)}: {one.said}" for one in found if one.refused]
    if refused:
        raise CourseError("\n".join([f"{len(refused)} of {len(found)} files refused:", *refused]))


def grade_(args: Any) -> None:
    if args.workers < 1:
        raise CourseError(f"{args.workers} workers: use 1 or more")
    done = grade.grade(course.find(args.course), args.name, args.workers, args.scheduler)
    print(f"{done.graded} graded; {done.unchanged} graded before and not changed since.")
    for student, reason in done.refused.items():
        print(f"{student} has 0 points, since the file {reason}.")
    if done.waiting:
        print(f"{done.waiting} answer(s) in words wait for your points in nbgrader's formgrader.")
    if done.failed:
        failed = [f"{student}: {reason}" for student, reason in done.failed.items()]
        raise CourseError("\n".join(["these have no score; run it again:", *failed]))


def feedback_(args: Any) -> None:
    pages = feedback.feedback(course.find(args.course), args.name)
    print(f"Wrote {len(pages)} pages, the first is {pages[0]}.")


def export_(args: Any) -> None:
    canvas, moodle, *each = export.export(course.find(args.course), args.name)
    print(f"Wrote {canvas}\nWrote {moodle}\nWrote a results.json for each of {len(each)} students")


def report_(args: Any) -> None:
    print(f"Wrote {report.report(course.find(args.course), args.name)}")


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
    "grade": Command(
        grade_,
        "grade what is not graded yet as it is now",
        COURSE
        | NAME
        | {
            "--workers": {"type": int, "default": 2, "help": "processes (default: 2)"},
            "--scheduler": {"metavar": "ADDRESS", "help": "use the workers of this Dask cluster"},
        },
    ),
    "feedback": Command(feedback_, "write a page for every student", COURSE | NAME),
    "export": Command(export_, "write marks for Canvas, Moodle and Gradescope", COURSE | NAME),
    "report": Command(report_, "write the class report", COURSE | NAME),
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
    except KeyboardInterrupt:
        print("stopped; what was graded is kept, and the same command goes on", file=sys.stderr)
        return 130
    except (CourseError, JailError, OSError) as error:
        print(f"python -m grading: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
