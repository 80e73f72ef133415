"""The command line: what can be asked, what it prints, and what it returns to the shell."""

import re

from grading import commands
from grading.__main__ import COMMANDS, main
from grading.course import README


def test_the_commands_are_those_of_a_course_in_the_order_of_its_readme():
    told = [line.split()[3] for line in README.splitlines() if "-m grading" in line]
    assert ["new", *told] == list(COMMANDS)


def test_the_commands_say_what_they_made_and_what_to_do(tmp_path, capsys):
    maths, given = tmp_path / "maths", tmp_path / "given"

    def command(*words):
        code = main([str(word) for word in words])
        return code, *capsys.readouterr()

    assert command("new", maths)[1].startswith(f"Made {maths}; its README.md")
    made = command("assignment", maths, "hw3", "new_row", "merge_heads=3")
    source = maths / "source" / "hw3" / "hw3.ipynb"
    assert made == (0, f"Wrote {source}, with solutions: it is for you alone.\n", "")
    before = source.read_bytes()
    made = command("assignment", maths, "hw3", "new_row")
    assert (made[0], made[2].split("; ")[-1]) == (1, "remove it to make it anew\n")
    assert source.read_bytes() == before
    assert "cannot name an assignment" in command("collect", maths, "../hw3", given)[2]
    (maths / "release" / "hw3").mkdir(parents=True)
    (maths / "release" / "hw3" / "hw3.ipynb").write_bytes(before)
    given.mkdir()
    (given / "anna.ipynb").write_bytes(before)
    (given / "eve.ipynb").write_text("{")
    code, out, _ = command("collect", maths, "hw3", given)
    assert (code, (maths / "submitted" / "anna" / "hw3" / "hw3.ipynb").exists()) == (0, True)
    assert re.search(r"^anna\.ipynb +anna +collected$", out, re.MULTILINE)
    assert "1 stored, 1 refused\nAsk these students to hand in again:\neve: eve.ipynb is no" in out
    assert "No student" not in out
    (given / "hw3.ipynb").write_bytes(before)
    _, out, _ = command("collect", maths, "hw3", given)
    assert "No student is known for these files:\nhw3.ipynb names no student: it is neither" in out
    (given / "hw3.ipynb").unlink()
    (given / "anna.ipynb").unlink()
    assert command("collect", maths, "hw3", given)[::2] == (
        1,
        "python -m grading: nothing was stored\n",
    )


def test_an_error_of_the_course_is_one_line_and_the_code_1(tmp_path, capsys):
    assert main(["release", str(tmp_path), "hw1"]) == 1
    assert capsys.readouterr().err.startswith(f"python -m grading: {tmp_path} is no course folder")


def test_a_stopped_command_says_how_to_go_on_and_gives_130(tmp_path, capsys, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands.course, "find", stopped)
    assert main(["release", str(tmp_path), "hw1"]) == 130
    assert "what was graded is kept, and the same command goes on" in capsys.readouterr().err
