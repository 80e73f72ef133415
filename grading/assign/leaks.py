"""What no file for students may show: the secret seed, and lines of any solution or check."""

import base64
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from multihead.exercises import folders as exercises

from exercises import source as exercise_source
from grading.course import CourseError

MISTAKE = re.compile(r'"[^"]*"[:,( ]*')  # the name of a usual mistake, which a key has too
TELLING = 20  # shorter lines, such as a bracket or a return, give nothing away
LONG = 10  # digits; a shorter seed, written by hand, would be found by chance


def refuse(files: dict[str, bytes], hidden: list[str]) -> None:
    """Refuse files that show something hidden.

    Raises
    ------
    CourseError
        If one does; the message names both.
    """
    for name, data in files.items():
        for text in _texts(data):
            found = [words for words in hidden if words.strip() in text]
            if found:
                raise CourseError(f"{name} would show what is not for students: {found[0].strip()}")


def lines(root: Path) -> list[str]:
    """List the lines of all solutions, references and wrong answers that the book shows nowhere."""
    sources = exercise_source.read_all()
    hidden = [source.solution for source in sources]
    hidden += [path.read_text("utf-8") for path in exercises.FOLDER.glob("*/*/*.py")]
    shown = [part for source in sources for part in (source.stub, source.task)]
    shown += [path.read_text("utf-8") for path in root.glob("book/multihead/**/*.py")]
    shown += [_code(path) for path in root.glob("book/*.ipynb")]
    public = "\n".join(shown)
    all_lines = {line.strip() for text in hidden for line in text.splitlines()}
    telling = {s for s in all_lines if len(s) > TELLING and not MISTAKE.fullmatch(s)}
    return sorted(line for line in telling if line not in public)


def forms(seed: int) -> list[str]:
    """Write a secret seed in the ways in which it may stand in a file."""
    text = str(seed)
    if len(text) < LONG:
        return []
    binary = seed.to_bytes((seed.bit_length() + 7) // 8)
    coded = (base64.b64encode(data).decode().rstrip("=") for data in (binary, text.encode()))
    return [text, f"{seed:x}", f"{seed:X}", *coded]


def _texts(data: bytes) -> Iterator[str]:
    """Give the text of a file, as it is and without JSON's marks; of a zip that of its files."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield from _texts(archive.read(name))
        return
    text = data.decode("utf-8", errors="replace")
    yield text
    yield re.sub(r"\\(.)", r"\1", text)


def _code(path: Path) -> str:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells)
