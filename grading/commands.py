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


def run_exercise(args: Any) -> None:
    from grading.assign import own_exercises

    folder = own_exercises.make(course.find(args.course), args.exercise, args.kind)
    print(f"Made {typed(args, folder)}: a first exercise that works. Change its files to yours.")


def run_assignment(args: Any) -> None:
    import nbformat

    from grading.assign import assignments, options

    made_in = course.find(args.course)
    path = made_in.source(args.name)
    may_import = [module.strip() for module in args.may_import.split(",") if module.strip()]
    set_by_you = options.Options(tuple(may_import), args.seconds, args.memory, args.partial)
    notebook = assignments.make(made_in, args.name, args.exercises, set_by_you)
    text = nbformat.writes(notebook)
    if path.exists() and path.read_text("utf-8") != text:
        raise CourseError(f"{path} is there and differs; remove it to make it anew")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"Wrote {typed(args, path)}, with solutions: it is for you alone.")


def run_release(args: Any) -> None:
    from grading.assign import release

    path = release.release(course.find(args.course), args.name)
    print(f"Wrote {typed(args, path)}")
    print(f"Wrote {typed(args, path.with_suffix('.zip'))}, with it and what it needs: ", end="")
    print("give this to the students.")


def run_collect(args: Any) -> None:
    from grading.collect import collect

    own = course.find(args.course)
    outcomes = collect.collect(own, args.name, args.handed_in)
    print(collect.table(outcomes))
    stored = sum(one.stored for one in outcomes)
    print(f"{stored} stored, {sum(one.refused for one in outcomes)} refused")
    for heading, lines in {
        "Ask these students to hand in again:": collect.again(own, args.name, outcomes),
        "No student is known for these files:": collect.nobodys(outcomes),
    }.items():
        if lines:
            print("\n".join([heading, *map(collect.printable, lines)]))
    if not stored:
        raise CourseError("nothing was stored")


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
    if done.put_back:
        print(f"Put back the notebooks with the verdicts on {', '.join(done.put_back)}.")
    for student, names in done.again.items():
        print(f"{student} has changed {', '.join(names)} since you gave points; look again.")
    if done.waiting:
        print(f"{done.waiting} answer(s) wait for your points in nbgrader's formgrader.")
    if done.failed:
        failed = [f"{student}: {reason}" for student, reason in done.failed.items()]
        raise CourseError("\n".join(["these have no score; run it again:", *failed]))


def run_feedback(args: Any) -> None:
    from grading.reports import feedback

    pages = feedback.feedback(course.find(args.course), args.name)
    print(f"Wrote {len(pages)} pages, the first is {typed(args, pages[0])}.")


def run_export(args: Any) -> None:
    from grading.collect.collect import printable
    from grading.marks import freshness
    from grading.reports import export, lateness, lms_export, roster

    if args.column and not args.roster:
        raise CourseError("--column names a column of a gradebook; give that with --roster")
    own = course.find(args.course)
    final = freshness.final(own, args.name)
    if args.roster:
        final = lateness.noted(own, args.name, final, roster.read(args.roster))
    canvas, moodle, *each = export.export(own, args.name, final)
    print(f"Wrote {typed(args, canvas)}\nWrote {typed(args, moodle)}")
    print(f"Wrote a results.json for each of {len(each)} students")
    if final.late:
        print(f"Late, which costs no points here: {', '.join(final.late)}")
    if args.roster:
        written = lms_export.write(own, args.name, final, args.roster, args.column)
        print(f"Wrote {typed(args, written.path)}: upload it to the LMS")
        for line in (lms_export.absent(written.matched), *written.notes):
            print(printable(line))
        if written.matched.open:
            unclear = map(printable, written.matched.open)
            raise CourseError("\n".join(["these have no row of their own:", *unclear]))


def run_report(args: Any) -> None:
    from grading.reports import report

    path = report.report(course.find(args.course), args.name, args.roster)
    print(f"Wrote {typed(args, path)}")


def typed(args: Any, path: Path) -> Path:
    """Write a path of the course as the course was typed."""
    return args.course / path.relative_to(args.course.resolve())
