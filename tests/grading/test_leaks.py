"""What students may not see is found in a file, however it stands there."""

import base64
import io
import json
import zipfile

import pytest
from conftest import ROOT

from grading.assign import leaks
from grading.course import CourseError

SEED = 2**120 + 357
LINE = 'return x @ W["a"] + first[1:]'


def zipped(data: bytes) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner.txt", data)
    return memory.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        f"text\n    {LINE}\n".encode(),
        json.dumps({"cells": [{"source": [f"    {LINE}\n"]}]}).encode(),
        zipped(LINE.encode()),
        zipped(zipped(LINE.encode())),
        b"\xff\xfe" + LINE.encode() + b"\x80",
    ],
    ids=["text", "notebook", "zip", "zip in a zip", "bytes"],
)
def test_a_hidden_line_is_found(data):
    files = {"book/fine.txt": b"fine", "book/file": data}
    with pytest.raises(CourseError, match="book/file would show what is not for students: return"):
        leaks.refuse(files, ["something else entirely", f"    {LINE}"])


@pytest.mark.parametrize(
    "text",
    [
        str(SEED),
        hex(SEED),
        f"{SEED:X}",
        base64.b64encode(str(SEED).encode()).decode(),
        base64.b64encode(SEED.to_bytes(16)).decode(),
    ],
)
def test_a_seed_is_found_in_each_form(text):
    with pytest.raises(CourseError, match="file would show what is not for students"):
        leaks.refuse({"file": f"It is {text}.".encode()}, leaks.forms(SEED))


def test_what_is_fine_is_not_refused_nor_a_short_seed_by_chance():
    leaks.refuse({"file": b"torch==2.357"}, leaks.forms(357))
    leaks.refuse({"file": b"nothing"}, [LINE, *leaks.forms(SEED)])


def test_hidden_are_lines_of_every_exercise_and_none_that_the_book_shows():
    hidden = leaks.lines(ROOT)
    assert len(hidden) > 1000
    library = "\n".join(path.read_text() for path in (ROOT / "book/multihead").rglob("*.py"))
    assert not [line for line in hidden if line in library]
    for path in (ROOT / "exercises").glob("*/*/checks.py"):
        own = {line.strip() for line in path.read_text("utf-8").splitlines()}
        assert own & set(hidden), path.parent.name
