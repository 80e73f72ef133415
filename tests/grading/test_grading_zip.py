"""The zip that grades: its README, followed in an empty folder, goes from an exercise to a mark."""

import os
import re
import subprocess
import sys
import zipfile

import pytest
from book_site.learners import notebooks_zip
from conftest import ROOT

from tools.downloads import grading_zip

COMMANDS = re.findall(r"^    (.+)$", grading_zip.READ_ME, re.M)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    grading_zip.write_grading(ROOT, folder / "zips" / "grading.zip")
    with zipfile.ZipFile(folder / "zips" / "grading.zip") as archive:
        archive.extractall(folder)
    return folder / grading_zip.TOP


@pytest.mark.long
def test_the_read_me_leads_to_a_mark(unpacked):
    """Its folders come before the repository's, which this environment shows too."""
    install, steps = COMMANDS[:2], COMMANDS[2:]
    assert [line.split()[0] for line in install] == ["make", "sudo"]
    inside = os.pathsep.join(str(unpacked / name) for name in ("", "book", "_ext"))
    for step in steps:
        command = step.replace(".venv/bin/python", sys.executable)
        environment = os.environ | {"PYTHONPATH": inside}
        done = subprocess.run(
            ["sh", "-c", command], cwd=unpacked, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, (command, done.stderr)
    marks = (unpacked.parent / "maths" / "exports" / "hw1-canvas.csv").read_text("utf-8")
    assert marks.splitlines()[-1] == "ben,,,ben,,1.0"


def test_what_it_installs_is_there(unpacked):
    """`make env grading` finds its files; nothing is installed here."""
    done = subprocess.run(
        ["make", "--dry-run", "env", "grading"], cwd=unpacked, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    named = set(re.findall(r"(?<![\w./-])[\w-][\w/-]*/[\w.-]+\.(?:txt|py|sh)\b", done.stdout))
    assert {"grading/requirements.txt", "tools/install/environment.py"} <= named
    assert [name for name in named if not (unpacked / name).is_file()] == []


def test_it_alone_has_the_solutions():
    names = set(grading_zip.contents(ROOT))
    solved = {name for name in names if re.match(r"exercises/.+/(exercise\.md|checks\.py)", name)}
    assert len(solved) > 50
    assert solved.isdisjoint(notebooks_zip.contents(ROOT))
    assert not [name for name in names if "__pycache__" in name or "/." in name]


def test_the_page_for_instructors_links_it_only_where_it_lies(tmp_path):
    page = tmp_path / grading_zip.PAGE
    page.parent.mkdir()
    page.write_text(f"<code>{grading_zip.NAME}</code>", "utf-8")
    for _ in range(2):
        grading_zip.offer(tmp_path)
        assert page.read_text("utf-8") == f"<code>{grading_zip.LINK}</code>"
    grading_zip.withdraw(tmp_path)
    assert page.read_text("utf-8") == f"<code>{grading_zip.NAME}</code>"


def test_the_name_that_becomes_the_link_stands_on_the_page(site):
    assert (site / grading_zip.PAGE).read_text("utf-8").count(grading_zip.NAME) == 1
