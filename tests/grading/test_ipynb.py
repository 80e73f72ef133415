"""Any bytes are clean cells or refused with words that say what to do."""

import json
import time

import nbformat
import pytest

from grading.collect import ipynb
from grading.collect.ipynb import RefusedError


def nested(depth):
    return '{"nbformat": 4, "cells": ' + "[" * depth + "]" * depth + "}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"is empty \(0 bytes\): save the notebook in Jupyter and hand it in again"),
        ("\n \n", r"is empty \(3 bytes of nothing\)"),
        ('{"nbformat": 4, "cells": [', "is no complete notebook: line 1 breaks off"),
        ("[]", "it has no nbformat number"),
        ('{"nbformat": "4", "cells": []}', "it has no nbformat number"),
        ('{"nbformat": 4, "cells": {}}', "it has no list of cells"),
        ('{"nbformat": 3, "worksheets": [7]}', "of an old format that cannot be read"),
        ('{"nbformat": 3}', "of an old format that cannot be read"),
        ('{"nbformat": 1, "cells": [7]}', "of an old format that cannot be read"),
        ('{"nbformat": 4, "cells": [' + "7," * 1000 + "7]}", "has 1,001 cells"),
        (nested(99_999), "is nested too deeply"),
        ('{"nbformat": ' + "9" * 5000 + "}", "it holds a number of thousands of digits"),
    ],
)
def test_what_is_no_notebook_is_refused(text, words):
    with pytest.raises(RefusedError, match=words):
        ipynb.parse(text.encode())


CONFLICT = '{\n "nbformat": 4,\n<<<<<<< HEAD\n "a": 3,\n=======\n>>>>>>> b3f1\n "cells": []\n}'


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\0" * 7, "is empty (7 bytes of nothing)"),
        (b"PK\x03\x04\x14", "is a ZIP archive or an Office document with another name: hand in"),
        (b"%PDF-1.7\n%\xe2", "is a PDF with another name: hand in the .ipynb file that Jupyter"),
        (b"\x1f\x8b\x08", "is an archive with another name: unpack it"),
        (b"\x89PNG\r\n", "is a picture with another name"),
        (b"version https://git-lfs.github.com/spec/v1\n", "is a pointer of Git LFS"),
        (b"\n<!DOCTYPE html>\n<title>Log in</title>", "is a web page, saved under the name of"),
        (b"\xef\xbb\xbf<html lang='en'>", "is a web page, saved under the name of a notebook"),
        (b"<!doctype html><a href='https://github.com/a/b'>", "is GitHub's web page about a file"),
        (b"# ours\nimport numpy as np\n", "is Python code and no notebook: hand in the .ipynb"),
        (b"My answers are 1.42 and 2.15.", "is some other text and no notebook"),
        (CONFLICT.encode(), "and >>>>>>> (line 3)"),
        (b"\xe9t\xe9", "is not UTF-8 (byte 0): hand in the .ipynb file that Jupyter saves"),
    ],
)
def test_another_file_under_the_name_of_a_notebook_is_called_what_it_is(data, words):
    with pytest.raises(RefusedError) as refused:
        ipynb.parse(data)
    assert words in str(refused.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32-le"])
def test_a_notebook_that_another_program_saved_is_read(encoding):
    text = '{"nbformat": 4, "cells": [{"cell_type": "raw", "source": "√2"}]}'
    nb, _ = ipynb.parse(text.encode(encoding))
    assert [(cell.cell_type, cell.source) for cell in nb.cells] == [("raw", "√2")]


def test_many_small_outputs_are_left_out_and_cost_little():
    """Each takes nbformat a millisecond; 10 MB of them took the grader minutes."""
    outputs = [{"output_type": "stream", "text": "a"}] * 50_000
    cells = [{"cell_type": "code", "source": "7", "outputs": outputs}] * 2
    start = time.process_time()
    nb, notes = ipynb.parse(json.dumps({"nbformat": 4, "cells": cells}).encode())
    assert time.process_time() - start < 10
    assert [len(cell.outputs) for cell in nb.cells] == [ipynb.MAX_OUTPUTS, 0]
    assert notes == ["outputs after the first 1,000 were left out"]


def test_only_outputs_that_cannot_act_are_kept():
    shown = {
        "text/plain": "7",
        "image/png": "aGk=",
        "text/html": "<script>",
        "image/svg+xml": "<svg>",
    }
    outputs = [
        {"output_type": "display_data", "data": shown, "metadata": {}},
        {"output_type": "display_data", "data": {"application/javascript": "alert(1)"}},
        {"output_type": "stream", "name": "stderr", "text": ["a", "b"]},
        {"output_type": "error", "traceback": 5},
        7,
    ]
    code = {"cell_type": "code", "source": "7", "outputs": outputs}
    nb, _ = ipynb.parse(json.dumps({"nbformat": 4, "cells": [code]}).encode())
    kept = nb.cells[0].outputs
    assert [output.get("data", output.get("text")) for output in kept] == [
        {"text/plain": "7", "image/png": "aGk="},
        "ab",
    ]
    nbformat.validate(nb)
