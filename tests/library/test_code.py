"""The form of the code that no formatter holds: Biome breaks neither texts nor comments."""

import pytest
from conftest import ROOT

LONGEST = 100
FILES = [
    str(file.relative_to(ROOT))
    for folder in ("book", "tests", "_ext", "tools")
    for kind in ("js", "css")
    for file in sorted((ROOT / folder).rglob(f"*.{kind}"))
]


def test_there_is_code_to_look_at():
    assert "book/multihead/widgets/base/style.css" in FILES
    assert "tests/widgets/base.test.js" in FILES


@pytest.mark.parametrize("file", FILES)
def test_no_line_is_too_long_to_read(file):
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    long = [n for n, line in enumerate(lines, start=1) if len(line) > LONGEST]
    assert long == [], f"break these lines at {LONGEST} columns"
