"""What learners get: chapters and exercises as notebooks, with what they need to run.

It is the zip behind the download button of a chapter, and the branch that the launch buttons open
(`launch.py`), which `tools/project/notebooks_branch.py` makes from the zip. A notebook opened
alone, as in Colab, fetches the rest by its first cell (`first_cell.py`), which only here is put
into it.
"""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
from sphinx.application import Sphinx

from book_site.building.library_digest import library_files
from book_site.building.repository import repository_url
from book_site.learners.exercise_keys import exercise_keys
from book_site.learners.exercise_notebooks import exercise_notebooks, is_page

ZIP = "downloads/many-heads-notebooks.zip"
TOP = "many-heads-notebooks"
SECTIONS = ("run a chapter", "the library")  # of requirements.txt
FIRST_CELL = Path(__file__).with_name("first_cell.py")
DATE = (1980, 1, 1, 0, 0, 0)
READ_ME = """Many Heads: the notebooks, and the library they import.

You need Python 3.11 or newer. In this folder:

    python3 -m venv .venv
    .venv/bin/pip install -r requirements.txt
    .venv/bin/jupyter lab book

On Windows it is .venv\\Scripts\\pip and .venv\\Scripts\\jupyter.
On Linux without a graphics card, this saves gigabytes:

    .venv/bin/pip install --extra-index-url https://download.pytorch.org/whl/cpu \\
        -r requirements.txt

Keep the folders as they are: a notebook finds the library beside it, and `check` the keys of the
exercises in book/keys.

Code: BSD-3-Clause (LICENSE). Text and figures: CC BY 4.0 (LICENSE-PROSE).
"""


def pins(requirements: str) -> list[str]:
    """Return the lines that a chapter needs; pip finds what these need in turn."""
    parts = dict(re.findall(r"^# (.+)\n((?:[\w.-]+==.+\n)+)", requirements, re.M))
    return "".join(parts[name] for name in SECTIONS).split()


def first_cell(root: Path) -> str:
    """Write the cell that fetches the library from the repository of this site, if it is known."""
    needed = pins((root / "requirements.txt").read_text("utf-8"))
    packages = " ".join(pin for pin in needed if not pin.startswith("jupyterlab"))  # a frontend
    known = {"REPOSITORY": repository_url(root) or "", "PACKAGES": packages}
    code = FIRST_CELL.read_text("utf-8").rstrip()
    for name, value in known.items():
        code = code.replace(f'{name} = ""', f"{name} = {value!r}")
    return code


def with_first_cell(notebook: nbformat.NotebookNode, code: str) -> bytes:
    """Return a notebook that begins with one more cell, shown folded."""
    folded = {"cellView": "form", "jupyter": {"source_hidden": True}}
    cell = nbformat.v4.new_code_cell(code, id="fetch-the-library", metadata=folded)
    notebook.cells.insert(0, cell)
    return nbformat.writes(notebook).encode()


def sources(root: Path) -> Iterator[Path]:
    """Find all files but the notebooks; not the exercises' folders, which hold solutions."""
    book, binder = root / "book", root / "binder"
    others = (root / "LICENSE", root / "LICENSE-PROSE", book / "replications.json")
    yield from filter(Path.is_file, others)
    yield from binder.glob("*.txt")
    yield from library_files(root)


def contents(root: Path) -> dict[str, bytes]:
    """Return the bytes of each file that learners get, by its path."""
    requirements = (root / "requirements.txt").read_text("utf-8")
    code = first_cell(root)
    files = {
        "README.txt": READ_ME.encode(),
        "requirements.txt": "\n".join(["-c constraints.txt", *pins(requirements), ""]).encode(),
        "constraints.txt": requirements.encode(),
    }
    files |= {p.relative_to(root).as_posix(): p.read_bytes() for p in sources(root)}
    files |= exercise_keys(root)
    chapters = (root / "book").glob("*.ipynb")
    notebooks = {f"book/{path.name}": nbformat.read(path, as_version=4) for path in chapters}
    notebooks |= exercise_notebooks(root)
    files |= {name: with_first_cell(made, code) for name, made in notebooks.items()}
    return dict(sorted(files.items()))


def lay_out(files: dict[str, bytes], folder: Path) -> None:
    """Write files into a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def pack(files: dict[str, bytes], target: Path, top: str = TOP) -> None:
    """Write files into a zip, in a folder; the same files make the same zip."""
    target.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(f"{top}/{name}", DATE)
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


def write_zip(app: Sphinx) -> None:
    pack(contents(Path(app.srcdir)), Path(app.outdir) / ZIP)


def offer_zip(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Let the download button of a notebook give the zip; alone, a notebook cannot import."""
    if context.get("page_source_suffix") != ".ipynb" and not is_page(pagename):
        return
    groups = (button.get("buttons", []) for button in context["header_buttons"])
    (button,) = (b for group in groups for b in group if b.get("label") == "download-source-button")
    button |= {
        "url": context["pathto"](ZIP, resource=True),
        "text": "Notebooks (.zip)",
        "tooltip": "All notebooks, with what they need to run",
    }
