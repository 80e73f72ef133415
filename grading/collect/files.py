"""The files of a folder or a zip that others filled: listed first, read one by one with bounds."""

import io
import math
import os
import stat
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from grading.collect.ipynb import MAX_FILE, RefusedError, check_size
from grading.course import CourseError

MAX_ZIP = 30_000_000  # bytes of a zip in what is given
MAX_ENTRIES = 10_000  # of such a zip
# Folders that machines leave, not students, and files of that kind, like ._NAME on a Mac.
LITTER = ("__macosx", ".ipynb_checkpoints", ".virtual_documents", ".venv", "site-packages", ".git")
LITTLE = ("thumbs.db", "desktop.ini", ".ds_store")


class File(NamedTuple):
    """A file that is not read yet; reading it may end in a RefusedError."""

    path: str  # from the folder's or the zip's top, with /; a zip in it is like a folder
    size: int
    time: tuple[int, ...]  # from the year to the second
    plain: bool  # no link, no device
    open: Callable[[], AbstractContextManager[IO[bytes]]]

    def read(self) -> bytes:
        """Read a notebook."""
        return _content(self, MAX_FILE, check_size)

    def inside(self) -> list["File"]:
        """List the files of a zip."""
        with _unzipped(self) as archive:
            entries = (_entry(partial(_unzipped, self), info) for info in archive.infolist())
            files = list(filter(None, entries))
        return [file._replace(path=f"{self.path}/{file.path.lstrip('/')}") for file in files]


@contextmanager
def opened(given: Path) -> Iterator[list[File]]:
    """List the files of a folder or a zip; they can be read until the end of the block."""
    if given.is_dir():
        yield list(_in_folder(given))
    elif given.is_file() and zipfile.is_zipfile(given):
        try:
            archive = zipfile.ZipFile(given)
        except (zipfile.BadZipFile, UnicodeDecodeError, OSError) as error:
            raise CourseError(
                f"{given} cannot be read ({error}); unpack it, give the folder"
            ) from None
        with archive:
            entries = (_entry(partial(nullcontext, archive), info) for info in archive.infolist())
            yield list(filter(None, entries))
    else:
        raise CourseError(
            f"{given} is neither a folder nor a zip; give what the LMS let you download"
        )


def _in_folder(root: Path) -> Iterator[File]:
    for at, folders, names in os.walk(root):
        folders[:] = [folder for folder in folders if not _litter(folder)]
        for path in (Path(at, name) for name in folders + names):
            status = path.lstat()
            text = _slashed(path.relative_to(root).as_posix())
            if not stat.S_ISDIR(status.st_mode) and not _litter(text):
                saved = tuple(time.localtime(status.st_mtime)[:6])
                plain = stat.S_ISREG(status.st_mode)
                yield File(text, status.st_size, saved, plain, partial(path.open, "rb"))


Zip = Callable[[], AbstractContextManager[zipfile.ZipFile]]


def _entry(source: Zip, info: zipfile.ZipInfo) -> File | None:
    path = info.filename
    if not info.flag_bits & 0x800:  # then zipfile took it for cp437; LMS write UTF-8 without saying
        with suppress(UnicodeDecodeError):  # cp437 is what Windows writes
            path = info.orig_filename.encode("cp437").decode()
    path = _slashed(path)
    if path.endswith("/") or _litter(path):
        return None
    path = PurePosixPath(path).as_posix()
    plain = stat.S_IFMT(info.external_attr >> 16) in (0, stat.S_IFREG)
    return File(path, info.file_size, info.date_time, plain, partial(_unpacked, source, info))


@contextmanager
def _unpacked(source: Zip, info: zipfile.ZipInfo) -> Iterator[IO[bytes]]:
    with source() as archive:
        try:
            with archive.open(info) as stream:
                yield stream
        except Exception as error:  # a broken, encrypted or unknown entry raises one of many
            raise RefusedError(f"cannot be unpacked ({error})") from None


@contextmanager
def _unzipped(file: File) -> Iterator[zipfile.ZipFile]:
    data = _content(file, MAX_ZIP, _check_zip)
    entries = data.count(b"PK\1\2")  # how each begins in the list that zipfile reads whole
    if entries > MAX_ENTRIES:
        raise RefusedError(f"holds {entries:,} files; at most {MAX_ENTRIES:,} are read")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except Exception as error:  # as above
        raise RefusedError(f"cannot be read as a zip ({error})") from None
    with archive:
        yield archive


def _content(file: File, most: int, check: Callable[[int], None]) -> bytes:
    if not file.plain:
        raise RefusedError("is a link or no plain file")
    check(file.size)
    with file.open() as stream:
        data = stream.read(most + 1)
    check(len(data))
    return data


def _check_zip(size: int) -> None:
    if size > MAX_ZIP:
        raise RefusedError(
            f"has {math.ceil(size / 1e5) / 10:g} MB; at most {MAX_ZIP / 1e6:g} MB of a zip are "
            "read: ask for the notebook alone, or collect the zip by itself if it is of a class"
        )


def _slashed(path: str) -> str:
    """Write a path as zips have to; some programs on Windows do not."""
    return path.replace("\\", "/")


def _litter(path: str) -> bool:
    *folders, name = path.lower().split("/")
    return bool({*folders, name} & set(LITTER)) or name in LITTLE or name.startswith("._")
