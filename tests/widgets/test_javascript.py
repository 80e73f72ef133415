"""Runs the JavaScript unit tests of the widgets; `javascript.py` says how."""

from pathlib import Path

import pytest
from javascript import run_tests

FILES = sorted(Path(__file__).parent.glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_javascript(file, tmp_path):
    run_tests(file, tmp_path)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('test("sum", () => assert.equal(1 + 1, numbers.two));', None),
        ('test("sum", () => assert.equal(1 + 2, numbers.two));', "3 !== 2"),
        ("function broken( {", "SyntaxError"),
        ("", "no test in sums.test.js"),
    ],
)
def test_a_failure_in_javascript_is_a_failure_here(body, message, tmp_path):
    file = tmp_path / "sums.test.js"
    file.write_text(
        'import test from "node:test";\n'
        'import assert from "node:assert/strict";\n'
        'import { readFileSync } from "node:fs";\n'
        "const numbers = JSON.parse(readFileSync(process.env.REFERENCE));\n" + body
    )
    (tmp_path / "sums_reference.py").write_text("def reference():\n    return {'two': 2}\n")
    if message is None:
        run_tests(file, tmp_path)
        return
    with pytest.raises(AssertionError, match=message):
        run_tests(file, tmp_path)
