"""The files of a folder and of a zip are the same list; reading one is bounded."""

import zipfile

import pytest

from grading.collect import files
from grading.collect.ipynb import MAX_FILE, RefusedError

GIVEN = {
    "anna/hw1.ipynb": b"hers",
    "bo.ipynb": b"his own",
    "__MACOSX/anna/._hw1.ipynb": b"litter",
    "bo/.ipynb_checkpoints/hw1-checkpoint.ipynb": b"litter",
    "anna/Thumbs.db": b"litter",
    "anna/._hw1.ipynb": b"litter",
}


@pytest.fixture(params=["folder", "zip"])
def given(request, tmp_path):
    """Return a function that puts files where an LMS would."""

    def put(contents):
        if request.param == "zip":
            with zipfile.ZipFile(tmp_path / "given.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                for path, data in contents.items():
                    archive.writestr(path, data)
            return tmp_path / "given.zip"
        for path, data in contents.items():
            (tmp_path / "given" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "given" / path).write_bytes(data)
        return tmp_path / "given"

    return put


def test_files_are_listed_without_the_litter_of_machines_and_read(given):
    with files.opened(given(GIVEN)) as found:
        assert {file.path: file.read() for file in found} == {
            "anna/hw1.ipynb": b"hers",
            "bo.ipynb": b"his own",
        }
        assert {file.path: (file.size, file.plain) for file in found} == {
            "anna/hw1.ipynb": (4, True),
            "bo.ipynb": (7, True),
        }


def test_a_file_is_read_up_to_the_largest_size_and_not_beyond(given):
    with files.opened(given({"most": b" " * MAX_FILE, "more": b" " * 52_000_000})) as found:
        most, more = sorted(found, key=lambda file: file.size)
        assert len(most.read()) == MAX_FILE
        with pytest.raises(
            RefusedError, match="has 52 MB; at most 10 MB are read: clear its outputs"
        ):
            more.read()
