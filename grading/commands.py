"""What each command does, and what it prints.

A command imports what it needs: PyTorch, nbgrader and Matplotlib take seconds.
"""

from pathlib import Path
from typing import Any

from grading import course
from grading.course import CourseError


def run_new(args: Any) -> None:
    course.new(args.course)
    print(f"Made {args.course}; its README.md lists the next steps.")
    print("Keep secret_seed to yourself: it draws the inputs that answers are graded on.")


def run_assignment(args: Any) -> None:
    import nbformat

    from grading.assign import assignments

    path = course.find(args.course).source(args.name)
    notebook = assignments.make(args.name, args.exercises, args.variant)
    text = nbformat.writes(notebook)
    if path.exists() and path.read_text("utf-8") != text:
        raise CourseError(f"{path} is there and differs; remove it to make it anew")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"Wrote {typed(args, path)}, with solutions: it is for you alone.")


def run_release(args: Any) -> None:
    from grading.assign import release

    path = release.release(course.find(args.course), args.name)
    print(f"Wrote {typed(args, path)}: give it to the students.")


def run_collect(args: Any) -> None:
    from grading.collect import collect

    found = collect.collect(course.find(args.course), args.name, args.handed_in)
    print(collect.table(found))
    refused = [collect.printable(f"{one.path}: {one.said}") for one in found if one.refused]
    if refused:
        raise CourseError("\n".join([f"{len(refused)} of {len(found)} files refused:", *refused]))


def run_grade(args: Any) -> None:
    from grading.jail.jail import JailError
    from grading.marks import grade

    if args.workers < 1:
        raise CourseError(f"{args.workers} workers: use 1 or more")
    try:
        done = grade.grade(course.find(args.course), args.name, args.workers, args.scheduler)
    except JailError as error:
        raise CourseError(str(error)) from error
    print(f"{done.graded} graded; {done.unchanged} graded before and not changed since.")
    for student, reason in done.refused.items():
        print(f"{student} has 0 points, since the file {reason}.")
    if done.waiting:
        print(f"{done.waiting} answer(s) in words wait for your points in nbgrader's formgrader.")
    if done.failed:
        failed = [f"{student}: {reason}" for student, reason in done.failed.items()]
        raise CourseError("\n".join(["these have no score; run it again:", *failed]))


def run_feedback(args: Any) -> None:
    from grading.reports import feedback

    pages = feedback.feedback(course.find(args.course), args.name)
    print(f"Wrote {len(pages)} pages, the first is {typed(args, pages[0])}.")


def run_export(args: Any) -> None:
    from grading.reports import export

    canvas, moodle, *each = export.export(course.find(args.course), args.name)
    print(f"Wrote {typed(args, canvas)}\nWrote {typed(args, moodle)}")
    print(f"Wrote a results.json for each of {len(each)} students")


def run_report(args: Any) -> None:
    from grading.reports import report

    print(f"Wrote {typed(args, report.report(course.find(args.course), args.name))}")


def typed(args: Any, path: Path) -> Path:
    """Write a path of the course as the course was typed."""
    return args.course / path.relative_to(args.course.resolve())
