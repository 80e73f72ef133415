"""The page for instructors, followed to the letter in a fresh folder, prints what it says."""

import os
import re
import subprocess

import pytest
from conftest import ROOT

PAGE = (ROOT / "book" / "for-instructors.md").read_text("utf-8")
CONSOLE = "\n".join(re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))


@pytest.mark.long
def test_every_command_prints_what_the_page_shows(tmp_path):
    """The course stands beside the repository; here, in a folder of its own."""
    steps = re.split(r"^\$ ", CONSOLE, flags=re.MULTILINE)[1:]
    assert len(steps) > 10
    for command, _, shown in (step.partition("\n") for step in steps):
        done = subprocess.run(
            ["bash", "-c", command.replace("../", f"{tmp_path}/")],
            cwd=ROOT,
            env={"PATH": "/usr/bin:/bin", "HOME": os.environ["HOME"]},
            capture_output=True,
            text=True,
            check=False,
        )
        printed = done.stdout + (done.stderr if done.returncode else "")
        assert printed.replace(f"{tmp_path}/", "../").strip() == shown.strip(), command
