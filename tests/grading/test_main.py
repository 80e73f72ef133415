"""The command line: what can be asked, and what it returns to the shell."""

import pytest

from grading import commands
from grading.__main__ import COMMANDS, main
from grading.course import README


def test_the_commands_are_those_of_a_course_in_the_order_of_its_readme():
    told = [line.split()[3] for line in README.splitlines() if "-m grading" in line]
    assert ["new", *told] == list(COMMANDS)


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert [name for name in COMMANDS if name not in shown] == []


def test_an_error_of_the_course_is_one_line_and_the_code_1(tmp_path, capsys):
    assert main(["release", str(tmp_path), "hw1"]) == 1
    assert capsys.readouterr().err.startswith(f"python -m grading: {tmp_path} is no course folder")


def test_a_stopped_command_says_how_to_go_on_and_gives_130(tmp_path, capsys, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands.course, "find", stopped)
    assert main(["release", str(tmp_path), "hw1"]) == 130
    assert "what was graded is kept, and the same command goes on" in capsys.readouterr().err
