"""What every folder for learners has: the library, what to install, a first cell; and its zip.

Of such folders there are the one with all notebooks (`notebooks_zip.py`), and for a class one for
each assignment (`grading/assign/handout.py`). A notebook opened alone, as in Colab, fetches the
rest by its first cell (`first_cell.py`), which only here is put into it.
"""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import nbformat

from book_site.building.chapter_source import FOLDED
from book_site.building.execution_cache import library_files, stored_files
from book_site.building.required_matches import replaced

SECTIONS = ("run a chapter", "the library")  # of requirements.txt
FIRST_CELL = Path(__file__).with_name("first_cell.py")
FIRST_ID = "fetch-the-library"
DATE = (1980, 1, 1, 0, 0, 0)


def pins(requirements: str) -> list[str]:
    """Return the lines that a chapter needs; pip finds what these need in turn."""
    parts = dict(re.findall(r"^# (.+)\n((?:[\w.-]+==.+\n)+)", requirements, re.M))
    return "".join(parts[name] for name in SECTIONS).split()


def installed(root: Path) -> dict[str, bytes]:
    """Return the files that pip reads."""
    requirements = (root / "requirements.txt").read_text("utf-8")
    return {
        "requirements.txt": "\n".join(["-c constraints.txt", *pins(requirements), ""]).encode(),
        "constraints.txt": requirements.encode(),
    }


def library(root: Path) -> dict[str, bytes]:
    """Return the library, what it stores and its licences; not exercises, which hold solutions.

    Of the models of real text, those that are shipped.
    """
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in _library_paths(root)}


def _library_paths(root: Path) -> Iterator[Path]:
    from multihead.real_text.stored import SHIPPED, seed_file, stored_seeds  # loads PyTorch

    yield from filter(Path.is_file, (root / name for name in ("LICENSE", "LICENSE-PROSE")))
    not_shipped = {seed_file(seed).name for seed in stored_seeds() if seed not in SHIPPED}
    yield from (path for path in stored_files(root) if path.name not in not_shipped)
    yield from library_files(root)


def first_cell(root: Path, **constants: str) -> str:
    """Write the cell that fetches the library, its constants as they are known here."""
    needed = pins((root / "requirements.txt").read_text("utf-8"))
    packages = " ".join(pin for pin in needed if not pin.startswith("jupyterlab"))  # a frontend
    code = FIRST_CELL.read_text("utf-8").rstrip()
    for name, value in {"PACKAGES": packages, **constants}.items():
        line = re.compile(f"^{name} = .*$", re.M)
        code = replaced(line, lambda _, to=f"{name} = {value!r}": to, code, FIRST_CELL.name)
    return code


def with_first_cell(
    notebook: nbformat.NotebookNode, code: str, *before: nbformat.NotebookNode
) -> bytes:
    """Return a notebook that begins with one more cell, shown folded, and what stands before it."""
    cell = nbformat.v4.new_code_cell(code, id=FIRST_ID, metadata=FOLDED)
    notebook.cells[:0] = [*before, cell]
    return nbformat.writes(notebook).encode()


def lay_out(files: dict[str, bytes], folder: Path) -> None:
    """Write files into a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def pack(files: dict[str, bytes], target: Path, top: str, made_from: str = "") -> None:
    """Write files into a zip, in a folder; the same files make the same zip.

    What is published says which commit it is made from, as the comment of the zip.
    """
    target.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        archive.comment = made_from.encode()
        for name, data in files.items():
            entry = zipfile.ZipInfo(f"{top}/{name}", DATE)
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
