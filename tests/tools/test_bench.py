"""Every bench says what it backs and how it runs, and it starts."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

BENCH = ROOT / "bench"
RUN = sorted(path for path in BENCH.glob("*.py") if "__main__" in path.read_text("utf-8"))
PARTS = sorted(
    path
    for path in [*BENCH.glob("*.py"), *BENCH.glob("*/__init__.py")]
    if path not in RUN and path != BENCH / "__init__.py"
)


def first_lines(path) -> str:
    return "\n".join(path.read_text("utf-8").splitlines()[:6])


@pytest.mark.parametrize("path", RUN, ids=lambda path: path.stem)
def test_a_bench_says_what_it_backs_and_how_it_runs(path):
    lines = first_lines(path)
    assert len(re.findall(r"^Backs: .+\.$", lines, re.M)) == 1
    command = f".venv/bin/python bench/{path.name}"
    assert f"    {command} " in f"{path.read_text('utf-8').split(chr(34) * 3)[1]} ", command


@pytest.mark.parametrize("path", PARTS, ids=lambda path: path.relative_to(BENCH).as_posix())
def test_a_part_names_its_bench(path):
    (whole,) = re.findall(r"Part of bench/(\w+\.py)\b", first_lines(path))
    assert BENCH / whole in RUN


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


def test_every_bench_starts_with_no_test_on_its_path():
    """They import all they need, and say their options, from the folders that .venv shows."""
    shown = os.pathsep.join(str(ROOT / folder) for folder in ("book", "_ext", "."))
    done = subprocess.run(
        [sys.executable, "-c", START, *RUN],
        env=os.environ | {"PYTHONPATH": shown},
        cwd=BENCH,  # so nothing is found in the folder where it runs
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^usage: (\S+)", done.stdout, re.M) == [path.name for path in RUN]
