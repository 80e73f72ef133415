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
        ("", "is no complete notebook: line 1 breaks off"),
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
