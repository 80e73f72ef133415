"""What a reader has done is kept on the device: the scripts that every page loads for it."""

from pathlib import Path

import pytest
from javascript import run_tests

FILES = sorted(Path(__file__).parent.glob("progress*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_javascript(file, tmp_path):
    run_tests(file, tmp_path)
