"""Every bench says what it backs and how it runs, and it starts."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

BENCH = ROOT / "bench"
RUN = sorted(path for path in BENCH.glob("*.py") if "__main__" in path.read_text("utf-8"))


# As each file runs, one after another: so PyTorch and the rest are imported once.
START = """
import runpy, sys
for path in sys.argv[1:]:
    sys.argv, sys.path[0] = [path, "--help"], path.rpartition("/")[0]
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        assert not end.code, path
"""


@pytest.mark.long
def test_every_bench_starts_with_no_test_on_its_path():
    """They import all they need, and say their options, from the folders that .venv shows."""
    python_path = os.pathsep.join(str(ROOT / folder) for folder in ("book", "_ext", "."))
    completed = subprocess.run(
        [sys.executable, "-c", START, *RUN],
        env=os.environ | {"PYTHONPATH": python_path},
        cwd=BENCH,  # so nothing is found in the folder where it runs
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    assert re.findall(r"^usage: (\S+)", completed.stdout, re.M) == [path.name for path in RUN]
