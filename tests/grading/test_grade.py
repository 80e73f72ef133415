"""The marks are those known in advance, however often, and whatever stops the grading."""

import os
import signal
import sqlite3

import dask
import nbformat
import pytest
from bs4 import BeautifulSoup
from distributed import Client, default_client
from graded_class import (
    CLASS,
    NO_SCALE,
    NOTHING,
    POINTS,
    RIGHT,
    SCORES,
    STRANGE,
    answer,
    copied,
    hand_in,
)
from nbgrader.apps.api import NbGraderAPI

from grading.__main__ import main
from grading.assign import assignments
from grading.assign.options import Options
from grading.course import CourseError, new
from grading.jail.causes import NOT_DEFINED
from grading.jail.limits import Limits
from grading.marks import freshness, grade, gradebook, results, workers
from grading.reports import feedback, report

CONTENT = """
    with answers as (
        select submitted_notebook.id, student_id from submitted_notebook
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id)
    select student_id, base_cell.name, auto_score, manual_score, needs_manual_grade
    from grade join base_cell on base_cell.id = cell_id
    join answers on answers.id = grade.notebook_id
    union all
    select student_id, base_cell.name, auto_comment, manual_comment, ''
    from comment join base_cell on base_cell.id = cell_id
    join answers on answers.id = comment.notebook_id
    union all
    select student, key, graded, '', '' from many_heads_verdicts
    order by 1, 2, 3"""


def ask(course, statement: str) -> list[tuple]:
    with sqlite3.connect(course.root / "gradebook.db") as book:
        return book.execute(statement).fetchall()


def content(course) -> list[tuple]:
    """All that grading writes, without the random ids of nbgrader."""
    return ask(course, CONTENT)


def scores(course) -> dict[str, float]:
    return {row.student.id: row.score for row in freshness.final(course, "hw1").rows}


@pytest.fixture
def fresh(class_course, tmp_path):
    """A course of which nothing is graded."""
    return copied(class_course, tmp_path)


@pytest.fixture
def done(graded_course, tmp_path):
    """A course of which all is graded."""
    return copied(graded_course, tmp_path)


def test_the_marks_and_misconceptions_are_those_known_in_advance(graded_course):
    found = freshness.final(graded_course, "hw1")
    assert {row.student.id: row.score for row in found.rows} == SCORES
    assert found.points == POINTS
    assert found.graded["ada"].notes == [], "the first cell does nothing in the jail"
    for student, kinds in CLASS.items():
        for exercise, kind in kinds.items():
            mark = found.graded[student].marks[exercise]
            assert mark.passed == (kind == RIGHT)
            assert mark.misconception == (None if kind in (RIGHT, NOTHING, STRANGE) else kind)
            assert mark.cause == (NOT_DEFINED if kind == NOTHING else None)
            assert (mark.misconception or "") in mark.message


def test_grading_again_changes_nothing(done, dask_address):
    before = content(done)
    outcome = grade.grade(done, "hw1", scheduler=dask_address)
    assert (outcome.graded, outcome.unchanged, list(outcome.refused)) == (0, 7, ["fay"])
    assert content(done) == before
    ask(done, "update many_heads_verdicts set key = 'another'")
    assert grade.grade(done, "hw1", scheduler=dask_address).graded == 7
    assert content(done) == before


def test_the_numbers_of_another_seed_are_told_and_not_graded(done, dask_address):
    seed = (done.root / "secret_seed").read_text()
    (done.root / "secret_seed").write_text("357\n")
    words = "hw1 have the numbers of hw1-.*; put back the secret_seed that hw1 was made with"
    with pytest.raises(CourseError, match=words):
        grade.grade(done, "hw1", scheduler=dask_address)
    (done.root / "secret_seed").write_text(seed)
    assert scores(done) == SCORES, "no mark was lost"


def test_an_interrupted_run_is_not_final_and_resumes(fresh, dask_address, monkeypatch):
    saved, save = [], gradebook.save

    def stopped(book, name, student, *others):
        if len(saved) == 3:
            raise KeyboardInterrupt
        saved.append(student)
        save(book, name, student, *others)

    monkeypatch.setattr(gradebook, "save", stopped)
    with pytest.raises(KeyboardInterrupt):
        grade.grade(fresh, "hw1", scheduler=dask_address)
    monkeypatch.undo()
    with pytest.raises(CourseError, match="hw1 is not final: 3 of 7 graded; run: python -m grad"):
        freshness.final(fresh, "hw1")
    outcome = grade.grade(fresh, "hw1", scheduler=dask_address)
    assert (outcome.graded, outcome.unchanged) == (4, 3)
    assert scores(fresh) == SCORES


def test_killed_workers_lose_nothing(fresh, dask_address, monkeypatch):
    killed, write = [], results.write

    def kill_then_write(*arguments):
        if not killed:
            killed.extend(default_client().run(os.getpid).values())
            for process in killed:
                os.kill(process, signal.SIGKILL)
        return write(*arguments)

    monkeypatch.setattr(results, "write", kill_then_write)
    outcome = grade.grade(fresh, "hw1", scheduler=dask_address)
    assert len(killed) == 2
    assert (outcome.graded, outcome.failed) == (7, {})
    assert scores(fresh) == SCORES


@pytest.mark.long
def test_a_lost_worker_is_replaced_however_long_that_takes():
    """Dask closes who is not back in time; then nobody is left, and the grading never ends."""
    soon = dask.config.set({"distributed.deploy.lost-worker-timeout": "1 ms"})
    with soon, grade.cluster(1) as started, Client(started) as client:
        (lost,) = client.run(os.getpid).values()
        os.kill(lost, signal.SIGKILL)
        assert client.submit(os.getpid, pure=False).result(60) != lost


def test_workers_that_never_answer_are_not_waited_for_without_end(fresh, dask_address, monkeypatch):
    monkeypatch.setattr(grade, "TRIES", 0)
    with pytest.raises(CourseError, match="no worker answers for 0 s; run it again"):
        grade.grade(fresh, "hw1", scheduler=dask_address)


@pytest.mark.long
def test_what_kills_every_worker_has_no_score_and_stops_no_other(done, dask_address, monkeypatch):
    hand_in(done, "ben", {"multi_head": NO_SCALE}, nbformat.v4.new_code_cell("poison = 1"))
    hand_in(done, "eve", {"split_heads": RIGHT})

    def fragile(cells, sheets):
        if "poison = 1" in cells:
            os._exit(3)
        return workers.mark(cells, sheets)

    def after(dask_scheduler, losses):
        dask_scheduler.allowed_failures = losses

    monkeypatch.setattr(grade, "mark", fragile)
    with Client(dask_address) as client:
        client.run_on_scheduler(after, losses=1)  # a new worker takes seconds
        outcome = grade.grade(done, "hw1", scheduler=dask_address)
        client.run_on_scheduler(after, losses=3)
    assert (outcome.graded, outcome.unchanged, list(outcome.failed)) == (1, 5, ["ben"])
    assert "KilledWorker" in outcome.failed["ben"]
    with pytest.raises(CourseError, match="6 of 7 graded"):
        freshness.final(done, "hw1")
    ben = [row[2:] for row in content(done) if row[0] == "ben" and row[1] in POINTS]
    assert ben == [(None, None, 1)] * 3, "the score of the file from before still stands"
    assert not list((done.root / "autograded" / "ben").rglob("*.ipynb")), "so do its verdicts"


def test_points_by_hand_stay_if_only_other_answers_are_new(done, dask_address):
    with gradebook.opened(done) as book:
        book.find_grade("multi_head", "hw1", "hw1", "gus").manual_score = 2
        book.db.commit()
    assert scores(done) == SCORES | {"gus": 6}
    hand_in(done, "gus", {"multi_head": STRANGE})
    outcome = grade.grade(done, "hw1", scheduler=dask_address)
    assert (outcome.graded, outcome.waiting, outcome.again) == (1, 0, {})
    assert scores(done) == SCORES | {"gus": 2}
    hand_in(done, "gus", {"multi_head": RIGHT})
    outcome = grade.grade(done, "hw1", scheduler=dask_address)
    assert (outcome.waiting, outcome.again) == (1, {"gus": ["multi_head"]})


def test_what_formgraders_autograde_took_out_is_put_back(done, dask_address):
    """It writes the notebook anew, without verdicts and with what the student wrote live."""
    path, before = done.autograded("ben", "hw1"), content(done)
    graded = path.read_bytes()
    assert b"counter-example" in graded
    assert NbGraderAPI(config=done.config()).autograde("hw1", "ben")["success"]
    assert b"counter-example" not in path.read_bytes()
    with pytest.raises(
        CourseError, match=r"the verdicts on ben were changed, .* python -m grading"
    ):
        freshness.final(done, "hw1")
    outcome = grade.grade(done, "hw1", scheduler=dask_address)
    assert (outcome.graded, outcome.put_back) == (0, ["ben"])
    assert (path.read_bytes(), content(done)) == (graded, before)
    assert scores(done) == SCORES
    assert grade.grade(done, "hw1", scheduler=dask_address).put_back == []


def test_what_stands_in_for_a_file_is_refused_and_a_crash_costs_only_itself(done, dask_address):
    path = done.submitted("eve", "hw1")
    path.unlink()
    path.symlink_to(done.root / "secret_seed")
    done.submitted("fay", "hw1").unlink()
    crash = nbformat.v4.new_code_cell("import os; os._exit(7)")
    hand_in(done, "gus", {"split_heads": RIGHT}, crash)
    outcome = grade.grade(done, "hw1", scheduler=dask_address)
    assert "is a link" in outcome.refused["eve"]
    assert outcome.refused["fay"] == "is missing"
    assert scores(done) == SCORES | {"gus": 3}
    assert "ended the process" in str(freshness.final(done, "hw1").graded["gus"].notes)


def test_an_answer_that_is_shown_and_not_defined_is_told_with_its_place(done, dask_address):
    right = answer(done, "split_heads", RIGHT)
    first, cut = "def multi_head(x, W_Q, W_K, W_V, W_O, n_heads):", "def multi_head(x) return x"
    markdown = nbformat.v4.new_markdown_cell(f"Ours:\n```python\n{right}\n```")
    comment = nbformat.v4.new_code_cell(f"# {first}\n#     return x\nrow = 7 / 0")
    hand_in(done, "eve", {"new_row": NOTHING}, markdown, comment)
    hand_in(done, "dan", {"new_row": NOTHING}, nbformat.v4.new_code_cell(cut))
    grade.grade(done, "hw1", scheduler=dask_address)
    final = freshness.final(done, "hw1")
    eve, dan = final.graded["eve"], final.graded["dan"]
    cells = nbformat.read(done.submitted("eve", "hw1"), as_version=4).cells
    at = len(cells) - 1
    (line,) = [line for line in right.splitlines() if line.startswith("def ")]
    where = f"it stands in cell {at}, a Markdown cell, which does not run; its line is `{line}`"
    commented = f"its line in cell {at + 1} is a comment: `# {first}`"
    assert {name: mark.place for name, mark in eve.marks.items()} == {
        "new_row": None,
        "split_heads": where,
        "multi_head": commented,
    }
    assert eve.marks["split_heads"].message == f"split_heads: not defined.\nI{where[1:]}."
    untouched = "Its answer cell is still as it was handed out."
    assert eve.marks["new_row"].message.endswith(f"not defined.\n{untouched}")
    assert eve.notes == [f"cell {at + 1} raised ZeroDivisionError: division by zero"]
    assert dan.marks["multi_head"].place.startswith(f"it stands in cell {at}, which raised Syntax")
    ((_, odd),) = [found for found in report.odd(final.graded) if found[0] == "eve"]
    assert odd[:2] == [
        f"split_heads is not defined: {where}",
        f"multi_head is not defined: {commented}",
    ]
    page = next(page for page in feedback.feedback(done, "hw1") if "eve" in page.parts)
    text = BeautifulSoup(page.read_text("utf-8"), "html.parser").text
    assert f"I{where[1:]}." in text
    assert f"I{commented[1:]}." in text
    assert "Cells are counted from the top of the notebook that you handed in" in text


def test_what_the_jail_has_not_costs_nothing_and_the_feedback_says_so(done, dask_address):
    wanted = nbformat.v4.new_code_cell("!pip install torch\nname = input('Your name: ')\n%lprun")
    hand_in(done, "ada", CLASS["ada"], wanted)
    grade.grade(done, "hw1", scheduler=dask_address)
    assert scores(done)["ada"] == SCORES["ada"]
    page = next(page for page in feedback.feedback(done, "hw1") if "ada" in page.parts)
    text = BeautifulSoup(page.read_text("utf-8"), "html.parser").text
    assert "`!pip` was left out: the grader starts no other program." in text
    assert "asked for input, and got an empty line: nobody types while the grader runs." in text
    assert "`%lprun` was left out" in text
    assert "Cells are counted from the top" in text


def test_without_a_jail_nothing_is_graded(fresh, monkeypatch):
    from grading.jail.jail import JailError

    monkeypatch.setenv("BWRAP", "no-such-program")
    with pytest.raises(JailError, match="there is no bwrap"):
        grade.grade(fresh, "hw1", workers=1)
    with pytest.raises(CourseError, match="0 of 7 graded"):
        freshness.final(fresh, "hw1")


def test_a_changed_file_is_not_final_until_it_is_graded_as_the_commands_say(
    done, dask_address, capsys
):
    def run(command: str, *options: str) -> tuple[int, list[str]]:
        code = main([command, str(done.root), "hw1", *options])
        shown = capsys.readouterr()
        return code, (shown.err.splitlines()[-1:] if code else shown.out.splitlines())

    hand_in(done, "eve", {"split_heads": RIGHT})
    words = "python -m grading: hw1 is not final: 6 of 7 graded; "
    for command in ("feedback", "export", "report"):
        code, shown = run(command)
        assert code == 1
        assert shown[0].startswith(words)
    code, shown = run("grade", "--scheduler", dask_address)
    assert (code, shown[0]) == (0, "1 graded; 6 graded before and not changed since.")
    assert scores(done) == SCORES | {"eve": 3}
    assert shown[1].startswith("fay has 0 points, since the file is no complete notebook")
    assert run("report") == (0, [f"Wrote {done.root}/exports/hw1-report.html"])
    assert run("export")[1][2] == "Wrote a results.json for each of 7 students"
    (done.root / "grades.csv").write_text(
        "First name,Last name,Email address,hw1\nAda,X,ada@x.org,\nZed\x1b,X,zed@x.org,\n"
    )
    done.late("ada", "hw1").touch()
    code, shown = run("export", "--roster", str(done.root / "grades.csv"))
    assert (code, shown) == (1, ["gus is not in grades.csv"])
    written = (done.root / "exports" / "hw1-grades.csv").read_text()
    assert written.splitlines()[1:] == ["Ada,X,ada@x.org,9", "Zed\x1b,X,zed@x.org,"]
    assert run("export")[1][3:] == ["Late, which costs no points here: ada"]
    assert "give that with --roster" in run("export", "--column", "hw1")[1][0]
    assert run("feedback")[1][0].startswith("Wrote 7 pages, the first is ")
    assert run("grade", "--workers", "0") == (1, ["python -m grading: 0 workers: use 1 or more"])


def test_every_assignment_and_exercise_has_inputs_of_its_own(graded_course):
    nb = graded_course.read_release("hw1")
    one, other = (
        {sheet.name: sheet for sheet in grade.sheets(graded_course, name, nb)}
        for name in ("hw1", "hw3")
    )
    for name in POINTS:
        a, b = (sheets[name].right[-1] for sheets in (one, other))
        assert a.shape != b.shape or not (a == b).all()
    assert graded_course.secret("hw1", "new_row") > 2**200


def test_the_limits_are_those_that_the_notebook_states(tmp_path):
    made_in = new(tmp_path / "maths")
    nb = assignments.make(made_in, "hw1", ["new_row"], Options(seconds=30, memory=0.5))
    limits = grade._limits(nb)
    assert (limits.seconds, limits.memory) == (30, 1 << 29)
    top = " ".join(nb.cells[0].source.split())
    assert "after 30 seconds" in top
    assert "0.5 GB" in top
    nb.metadata.many_heads = {"variant": 0}
    assert grade._limits(nb) == Limits()
