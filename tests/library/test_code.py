"""The form of the code that no formatter holds: Biome breaks neither texts nor comments."""

from conftest import ROOT

LONGEST = 100


def test_no_line_is_too_long_to_read():
    folders = [ROOT / folder for folder in ("book", "tests", "_ext", "tools")]
    files = [
        file for folder in folders for kind in ("js", "css") for file in folder.rglob(f"*.{kind}")
    ]
    assert len(files) > 20
    long = [
        f"{file.relative_to(ROOT)}:{n}"
        for file in files
        for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert long == [], f"break these lines at {LONGEST} columns"
