"""What the commands print: what they made, and what to do when they cannot."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

from grading.__main__ import main


@pytest.mark.long
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
    assert "no exercise is named 'x'" in command("assignment", maths, "hw5", "x")[2]
    released = in_a_bare_environment("release", maths, "hw3")
    assert released == (
        f"Wrote {maths}/release/hw3/hw3.ipynb\nWrote {maths}/release/hw3/hw3.zip, "
        "with it and what it needs: give this to the students.\n"
    )
    given.mkdir()
    (given / "anna.ipynb").write_bytes((maths / "release" / "hw3" / "hw3.ipynb").read_bytes())
    (given / "eve.ipynb").write_text("{")
    code, out, _ = command("collect", maths, "hw3", given)
    assert (code, (maths / "submitted" / "anna" / "hw3" / "hw3.ipynb").exists()) == (0, True)
    assert re.search(r"^anna\.ipynb +anna +collected$", out, re.MULTILINE)
    refused = "1 stored, 1 refused\nAsk for these anew:\neve.ipynb: is no complete notebook: line 1"
    assert refused in out
    (given / "anna.ipynb").unlink()
    assert command("collect", maths, "hw3", given)[::2] == (
        1,
        "python -m grading: nothing was stored\n",
    )


def in_a_bare_environment(*words):
    """Run a command with no environment activated: nbgrader starts other programs by name."""
    command = [sys.executable, "-m", "grading", *map(str, words)]
    bare = {"PATH": "/usr/bin:/bin"}
    return subprocess.run(
        command, cwd=ROOT, env=bare, capture_output=True, text=True, check=True
    ).stdout
