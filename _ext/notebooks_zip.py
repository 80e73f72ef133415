"""The download button of a chapter: a zip with all notebooks and what they need to run."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from offline_site import library_files
from sphinx.application import Sphinx

ZIP = "downloads/many-heads-notebooks.zip"
TOP = "many-heads-notebooks"
SECTIONS = ("run a chapter", "the library")  # of requirements.txt
DATE = (1980, 1, 1, 0, 0, 0)  # the same files make the same zip
READ_ME = """Many Heads: the notebooks, and the library they import.

You need Python 3.11 or newer. In this folder:

    python3 -m venv .venv
    .venv/bin/pip install -r requirements.txt
    .venv/bin/jupyter lab book

On Windows it is .venv\\Scripts\\pip and .venv\\Scripts\\jupyter.
On Linux without a graphics card, this saves gigabytes:

    .venv/bin/pip install --extra-index-url https://download.pytorch.org/whl/cpu \\
        -r requirements.txt

Keep the folders as they are: a notebook finds the library beside it.

Code: BSD-3-Clause (LICENSE). Text and figures: CC BY 4.0 (LICENSE-PROSE).
"""


def pins(requirements: str) -> str:
    """Return the lines that a chapter needs; pip finds what these need in turn."""
    parts = dict(re.findall(r"^# (.+)\n((?:[\w.-]+==.+\n)+)", requirements, re.M))
    return "".join(parts[name] for name in SECTIONS)


def sources(root: Path) -> Iterator[Path]:
    """Find the notebooks, the library and the licences; not the exercises, which hold solutions."""
    book = root / "book"
    beside = (root / "LICENSE", root / "LICENSE-PROSE", book / "replications.json")
    yield from filter(Path.is_file, beside)
    yield from book.glob("*.ipynb")
    yield from library_files(root)


def contents(root: Path) -> dict[str, bytes]:
    """Return the bytes of each file of the zip by its path."""
    return {
        "README.txt": READ_ME.encode(),
        "requirements.txt": pins((root / "requirements.txt").read_text("utf-8")).encode(),
    } | {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(sources(root))}


def write_zip(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.format != "html":
        return
    target = Path(app.outdir) / ZIP
    target.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in contents(Path(app.srcdir)).items():
            entry = zipfile.ZipInfo(f"{TOP}/{name}", DATE)
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


def offer_zip(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Let the download button of a notebook give the zip; alone, a notebook cannot import."""
    if context.get("page_source_suffix") != ".ipynb":
        return
    groups = (button.get("buttons", []) for button in context["header_buttons"])
    (button,) = (b for group in groups for b in group if b.get("label") == "download-source-button")
    button |= {
        "url": context["pathto"](ZIP, resource=True),
        "text": "Notebooks (.zip)",
        "tooltip": "All notebooks, with what they need to run",
    }


def setup(app: Sphinx) -> dict:
    app.connect("html-page-context", offer_zip, priority=900)
    app.connect("build-finished", write_zip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
