"""The files of a folder or a zip that others filled: listed first, read one by one with bounds."""

import os
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from grading.collect.ipynb import MAX_FILE, RefusedError, check_size
from grading.course import CourseError

LITTER = ("__macosx", ".ipynb_checkpoints")  # folders that machines leave, not students
LITTLE = ("thumbs.db", "desktop.ini", ".ds_store")  # files of that kind, like ._NAME on a Mac


class File(NamedTuple):
    """A file that is not read yet; reading it may end in a RefusedError."""

    path: str  # from the folder's or the zip's top, with /
    size: int
    time: Any  # of one kind within a folder or a zip
    plain: bool  # no link, no device
    read: Callable[[], bytes]


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
            yield [file for file in (_entry(archive, info) for info in archive.infolist()) if file]
    else:
        raise CourseError(
            f"{given} is neither a folder nor a zip; give what the LMS let you download"
        )


def _in_folder(root: Path) -> Iterator[File]:
    for at, folders, names in os.walk(root):
        folders[:] = [folder for folder in folders if not _litter(folder)]
        for path in (Path(at, name) for name in folders + names):
            status = path.lstat()
            plain = stat.S_ISREG(status.st_mode)
            text = _slashed(path.relative_to(root).as_posix())
            if not stat.S_ISDIR(status.st_mode) and not _litter(text):
                read = partial(_from_disk, path, plain)
                yield File(text, status.st_size, status.st_mtime, plain, read)


def _from_disk(path: Path, plain: bool) -> bytes:
    if not plain:
        raise RefusedError("is a link or no plain file")
    check_size(path.stat().st_size)
    with path.open("rb") as file:
        return _bounded(file)


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> File | None:
    path = info.filename
    if not info.flag_bits & 0x800:  # then zipfile took it for cp437; LMS write UTF-8 without saying
        with suppress(UnicodeDecodeError):  # cp437 is what Windows writes
            path = info.orig_filename.encode("cp437").decode()
    path = _slashed(path)
    if path.endswith("/") or _litter(path):
        return None
    kind = stat.S_IFMT(info.external_attr >> 16)
    plain = kind in (0, stat.S_IFREG)
    return File(path, info.file_size, info.date_time, plain, partial(_unpack, archive, info, plain))


def _unpack(archive: zipfile.ZipFile, info: zipfile.ZipInfo, plain: bool) -> bytes:
    if not plain:
        raise RefusedError("is a link or no plain file")
    check_size(info.file_size)
    try:
        with archive.open(info) as file:
            return _bounded(file)
    except RefusedError:
        raise
    except Exception as error:  # a broken, encrypted or unknown entry raises one of many
        raise RefusedError(f"cannot be unpacked ({error})") from None


def _slashed(path: str) -> str:
    """Write a path as zips have to; some programs on Windows do not."""
    return path.replace("\\", "/")


def _litter(path: str) -> bool:
    *folders, name = path.lower().split("/")
    return bool({*folders, name} & set(LITTER)) or name in LITTLE or name.startswith("._")


def _bounded(file: Any) -> bytes:
    data = file.read(MAX_FILE + 1)
    check_size(len(data))
    return data
