"""A CSV file as it came: its cells are read, some are changed, and every other byte stays.

Python's csv module forgets quotes, line ends and byte order marks, so cells are found in the text.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from grading.course import CourseError

DELIMITERS = (",", ";", "\t")
MARK = "\ufeff"  # of the byte order; some LMS write it for Excel


class Cell(NamedTuple):
    """A cell, and where it stands in the text with its quotes."""

    value: str
    start: int
    end: int


class Sheet(NamedTuple):
    """The text of a file, and its rows."""

    text: str
    encoding: str
    delimiter: str
    rows: list[list[Cell]]

    def changed(self, values: dict[Cell, str]) -> bytes:
        """Return the file with other values in these cells."""
        parts, at = [], 0
        for cell, value in sorted(values.items(), key=lambda pair: pair[0].start):
            quoted = self.text[cell.start : cell.start + 1] == '"' or self.delimiter in value
            parts += [self.text[at : cell.start], f'"{value}"' if quoted else value]
            at = cell.end
        return "".join([*parts, self.text[at:]]).encode(self.encoding)


def read(path: Path) -> Sheet:
    """Read a file of cells between commas, semicolons or tabs.

    Raises
    ------
    CourseError
        If it is neither UTF-8 nor what Windows writes in western languages, or is empty.
    """
    data = path.read_bytes()
    for encoding in ("utf-8", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        first = text.lstrip(MARK).splitlines()[:1]
        if not first or "\0" in text:
            break
        delimiter = max(DELIMITERS, key=lambda one: len(next(_rows(first[0], one))))
        return Sheet(text, encoding, delimiter, list(_rows(text, delimiter)))
    raise CourseError(f"{path} cannot be read as a table; save it as CSV UTF-8")


def _rows(text: str, delimiter: str) -> Iterator[list[Cell]]:
    cell = re.compile(rf'("(?:[^"]|"")*"|[^{delimiter}\r\n]*)({delimiter}|\r\n|\r|\n|\Z)')
    row, at = [], len(text) - len(text.lstrip(MARK))
    while at < len(text) or row:
        found = cell.match(text, at)
        if not found:
            raise ValueError(f"no cell begins at letter {at:,} of {len(text):,}")
        row.append(Cell(_value(found[1]), *found.span(1)))
        at = found.end()
        if found[2] != delimiter:
            yield row
            row = []


def _value(text: str) -> str:
    whole = len(text) > 1 and text[0] == text[-1] == '"'
    return text[1:-1].replace('""', '"') if whole else text
