"""Time our grader against stock nbgrader, and try to cheat in it and in three others.

Backs: our own grader instead of stock nbgrader: fast, fair to right answers, and no cheat passes.

    .venv/bin/python bench/grading.py      # about an hour on 2 cores; longer the first time

It needs what grading/requirements.txt and the jail need. The first time it installs Otter-Grader
and PrairieLearn's grader into environments of their own in the temporary folder. This repository
contains none of their code.

Time. A class of 500 hands in an assignment of three exercises: right answers, every wrong one that
the exercises know, stubs, and code that fails, exits or runs forever. Ours grades all with two
workers, in at most 5 minutes, and everyone must get the marks that are known beforehand. Stock
nbgrader, with the same checks in its cells, grades every 25th of the class; its time for 500 is
extrapolated from that.

Cheating. No submission in `bench/cheats/` implements anything. They follow the four patterns of
Kratzke (2019), "Smart Like a Fox": overfitting to the visible check, evasion of the comparison,
redirection to a reference, and injection into the grader. All graders have the same exercise and
compare with the same reference on the same inputs; only in ours, the inputs come from the secret
seed of a course. A score is 0 or 1, or "none" where a grader gave up. A right answer must get 1
everywhere and the stub 0; in ours, every cheat must get 0.

Fairness. The notebooks in `bench/ordinary/` have the habits of real students, and the marks that
each deserves are known. Ours, stock nbgrader and Otter-Grader grade them all; ours must give every
one its marks. Otter-Grader's notebooks find PyTorch and Matplotlib in our environment.

- nbgrader runs its hidden tests in the kernel of the student, as `nbgrader autograde` does.
- Otter-Grader runs as `otter run`, without its container. Its files of tests are hidden as usual.
- PrairieLearn's grader runs as in its container: as root, with students' code as another user.

PrairieLearn's has no PyTorch here, so its answers cannot import the course's library.
"""

import argparse
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from multihead.exercises import folders as exercises

from bench.graders import graders, ordinary_class
from bench.graders.courses import gradebook, hand_in, make_ours, make_stock, nbgrader, ours
from bench.graders.students import NAMES, STUDENTS, Answer, codes, right_answer, stub, students
from bench.ordinary import MODULES

EVERY, LIMIT = 25, 300
STOCK_TESTS = """\
from multihead.checks import check

assert check("{name}", {name})
### BEGIN HIDDEN TESTS
assert check("{name}", {name}, seed={seed})
### END HIDDEN TESTS
"""


# ---- Time --------------------------------------------------------------------------------------


def time_ours(course: Path, answers: dict[str, list[Answer]]) -> tuple[float, int]:
    """Return the seconds and how many students did not get the marks that are known beforehand."""
    make_ours(course, NAMES)
    hand_in(course, codes(answers))
    start = time.perf_counter()
    ours("grade", course, "hw1", "--workers", "2")
    seconds = time.perf_counter() - start
    found = gradebook(course)
    wanted = {
        student: dict(zip(NAMES, [float(answer.right) for answer in each], strict=True))
        for student, each in answers.items()
    }
    return seconds, sum(found.get(student) != points for student, points in wanted.items())


def time_stock(course: Path, answers: dict[str, list[Answer]]) -> float:
    """Return the seconds that stock nbgrader takes."""
    tests = {
        name: STOCK_TESTS.format(name=name, seed=0 if exercises.load(name).by_hand else 1)
        for name in NAMES
    }
    make_stock(course, [(name, stub(name), tests[name]) for name in NAMES])
    hand_in(course, codes(answers))
    start = time.perf_counter()
    nbgrader(course, "autograde")
    return time.perf_counter() - start


def compare_times(folder: Path) -> bool:
    """Print how long a class takes; say whether ours is right and fast enough."""
    answers = students()
    sample = dict(list(answers.items())[::EVERY])
    seconds, astray = time_ours(folder / "ours", answers)
    print(
        f"\nours: {STUDENTS} submissions in {seconds:.0f} s; {astray} without their known marks",
        flush=True,
    )
    stock = time_stock(folder / "stock", sample)
    print(
        f"stock nbgrader: {len(sample)} submissions in {stock:.0f} s, which is "
        f"{stock * STUDENTS / len(sample) / 60:.0f} minutes for {STUDENTS}"
    )
    return seconds <= LIMIT and not astray


# ---- Cheating ----------------------------------------------------------------------------------


def cheats() -> dict[str, tuple[str, str]]:
    """Return by name what a cheat does and its code."""
    texts = {
        path.stem: path.read_text("utf-8") for path in Path(__file__).parent.glob("cheats/*.py")
    }
    made = {name.replace("_", "-"): (text.split('"""')[1], text) for name, text in texts.items()}
    made["right"] = "a right answer", right_answer("attention").code
    made["stub"] = "the stub", stub("attention")
    return dict(sorted(made.items()))


def compare_scores(folder: Path, cache: Path) -> bool:
    """Print what every cheat scores in every grader; say whether ours and the rest are right."""
    tried = cheats()
    code = {name: text for name, (_, text) in tried.items()}
    otter, prairielearn = (graders.install(cache, p) for p in (graders.OTTER, graders.PRAIRIELEARN))
    scores = {
        "ours": graders.grade_ours(new(folder / "cheats-ours"), code),
        "nbgrader": graders.grade_stock(new(folder / "cheats-stock"), code),
        "otter": graders.grade_otter(new(folder / "otter"), code, otter),
        "prairielearn": graders.grade_prairielearn(new(folder / "pl"), code, prairielearn),
    }
    print(f"nbgrader {version('nbgrader')}, {graders.OTTER}, {graders.PRAIRIELEARN}\n")
    print(" " * 70 + "".join(f"{name:>14}" for name in scores))
    for name, (what, _) in tried.items():
        print(row(name.partition("-")[0], what, [each[name] for each in scores.values()]))
    got = [sum(each[name] == 1 for name in tried if "-" in name) for each in scores.values()]
    print(row("", f"cheats that got the point, of {len(tried) - 2}", got))
    sound = all(each["right"] == 1 and not each["stub"] for each in scores.values())
    return sound and not any(scores["ours"][name] for name in tried if name != "right")


# ---- Fairness ----------------------------------------------------------------------------------


def compare_fairness(folder: Path, cache: Path) -> bool:
    """Print to how many ordinary notebooks each grader is fair; say whether ours is to all."""
    known = ordinary_class.deserved()
    found = {
        "ours": ordinary_class.grade_ours(folder / "ordinary-ours"),
        "nbgrader": ordinary_class.grade_stock(folder / "ordinary-stock"),
        "otter": ordinary_class.grade_otter(
            new(folder / "ordinary-otter"), graders.install(cache, graders.OTTER)
        ),
    }
    print(" " * 70 + "".join(f"{name:>14}" for name in found))
    for module in MODULES:
        fair = [sum(each[h] == known[h] for h in module.HABITS) for each in found.values()]
        what = module.__doc__.partition(": ")[2].partition("\n")[0].rstrip(".")
        print(row(f"{len(module.HABITS)}", what, fair))
    for name in known:
        if found["ours"][name] != known[name]:
            print(f"ours, {name}: {found['ours'][name]} and not {known[name]}")
    return found["ours"] == known


def row(pattern: str, what: str, scores: list[float | None]) -> str:
    cells = ("none" if score is None else f"{score:g}" for score in scores)
    return f"{pattern:13}{what:57}" + "".join(f"{cell:>14}" for cell in cells)


def new(folder: Path) -> Path:
    folder.mkdir()
    return folder


def main() -> int:
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    cache = Path(tempfile.gettempdir(), "graders")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)  # PrairieLearn's grader becomes another user
        fine = compare_scores(folder, cache) & compare_fairness(folder, cache)
        fine &= compare_times(folder)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
