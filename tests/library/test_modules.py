"""Every module of the library has a test file of its name, and so a place for its tests."""

import pytest
from conftest import ROOT

LIBRARY = ROOT / "book" / "multihead"
TESTS = ROOT / "tests" / "library"
ELSEWHERE = {"widgets", "exercises"}  # tests/widgets; the exercises' tests have their own plan
# Modules of two rooms have one name.
OF_TWO_ROOMS = {"show/starts.py": "test_show_starts.py", "results.py": "test_sealed_results.py"}
MODULES = [
    path
    for path in (path.relative_to(LIBRARY) for path in sorted(LIBRARY.rglob("*.py")))
    if path.parts[0] not in ELSEWHERE and path.stem not in ("__init__", "checks")
]


def test_there_are_modules():
    assert len(MODULES) > 30


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_has_a_test_file_of_its_name(module):
    name = OF_TWO_ROOMS.get(module.as_posix(), f"test_{module.name}")
    assert (TESTS / name).is_file(), f"write tests/library/{name} for the tests of {module}"
