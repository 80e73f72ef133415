"""A code exercise is written and checked on its page, by Python that comes with a press.

The button behind a stub loads an editor, and Pyodide with NumPy into a worker. There runs the
`check` of notebooks, with the same keys, so it says the same words. All is fetched from the site
itself. Where `make book` could not get Pyodide or the editor, the page says that only notebooks run
code.
"""

import json
import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.osutil import relative_uri

from book_site.building import digest, page_scripts
from book_site.learners import exercises_by_hand, packing, verdict_view
from book_site.learners.exercise_keys import exercise_keys
from book_site.learners.exercise_notebooks import is_exercise_page
from book_site.learners.notebooks_zip import ZIP

PARTS = Path(__file__).with_name("code_in_page")
PYODIDE_FOLDER = ".pyodide"  # where tools/install/pyodide.py puts what is served
LOADED = (".wasm.packed", ".zip", ".json", ".whl")  # what the worker counts as it comes
LIBRARY_FILES = (
    *(f"book/multihead/{module}.py" for module in ("__init__", "checks", "numerics")),
    *(f"book/multihead/validation/{module}.py" for module in ("__init__", "whole_numbers")),
    "book/multihead/exercises/*.py",
)
RUNNER = "code_runner.py"
BUTTON_PLACE = (
    '<div class="mh-code" data-name="{name}" data-storage-key="{key}">'
    '<a href="{notebooks}" hidden>the notebooks</a></div>'
)
NOTEBOOK_NOTE = '<p class="mh-no-code">{}: write it in <a href="{}">a notebook</a>.</p>'
NO_PYTHON, NEEDS_NOTEBOOK = "This copy of the site runs no code", "No page runs SciPy or PyTorch"
NO_KEY = {"sheets": {}}  # as good as no key
NEEDS_MORE = re.compile(r"\b(scipy|torch)\b")


def configure(app: Sphinx, config: Config) -> None:
    """Note which Pyodide there is: another one, or none, changes the pages; so does no editor."""
    version_file = Path(app.srcdir) / PYODIDE_FOLDER / "version.txt"
    available = version_file.is_file() and config.page_scripts
    config.python_in_pages = version_file.read_text("utf-8").strip() if available else ""


def write_files(app: Sphinx) -> None:
    """Write what a press asks for; the page itself loads the script of the button alone."""
    root, version = Path(app.srcdir), app.config.python_in_pages
    keys = exercise_keys(root)
    if not (keys and version):
        return
    static = Path(app.outdir) / "_static"
    pyodide, target = static / f"pyodide-{version}", static / "code_in_page"
    shutil.copytree(root / PYODIDE_FOLDER, pyodide, dirs_exist_ok=True)
    shutil.copytree(PARTS, target, dirs_exist_ok=True, ignore=lambda *_: [RUNNER, "__pycache__"])
    shutil.copy(verdict_view.MODULE, target)
    shutil.copytree(page_scripts.folder(app) / "editor", target, dirs_exist_ok=True)
    packing.pack(library_files(root) | code_keys(keys), target / "library.zip", "course")
    files = files_to_load(pyodide, target / "library.zip")
    (target / "files.json").write_text(json.dumps(files), "utf-8")


def library_files(root: Path) -> dict[str, bytes]:
    """Return the part of the library that `check` needs, and what runs a reader's code."""
    files = sorted(path for pattern in LIBRARY_FILES for path in root.glob(pattern))
    contents = {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
    return contents | {f"book/{RUNNER}": (PARTS / RUNNER).read_bytes()}


def code_keys(keys: dict[str, bytes]) -> dict[str, bytes]:
    """Return the keys of exercises that ask for a function."""
    return {path: text for path, text in keys.items() if asks_for_code(json.loads(text))}


def asks_for_code(key: dict) -> bool:
    return bool(key["sheets"]) and not key["by_hand"]


def files_to_load(pyodide: Path, library: Path) -> dict[str, object]:
    """Say where the worker finds what it loads, and how many bytes will come."""
    files = [library, *(path for path in pyodide.iterdir() if path.name.endswith(LOADED))]
    return {
        "folder": pyodide.name,
        "library": f"{library.name}?{digest.of_files(library.parent, [library])}",
        "bytes": sum(path.stat().st_size for path in files),
    }


def add_files(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    if 'class="mh-code"' in context.get("body", ""):
        app.add_js_file("code_in_page/button.js", loading_method="defer")
        app.add_css_file("code_in_page/style.css")


def add_buttons(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the place of a button behind each stub, and fold what only a notebook needs."""
    if app.builder.name != "html" or not is_exercise_page(docname):
        return
    notebooks = relative_uri(app.builder.get_target_uri(docname), ZIP)
    for name, section in exercises_by_hand.exercise_sections(doctree).items():
        if not asks_for_code(exercises_by_hand.keys_by_name(Path(app.srcdir)).get(name, NO_KEY)):
            continue
        index, reason = index_after_stub(section, name), reason_not_run(app, section)
        key = exercises_by_hand.storage_key(docname, name)
        html = BUTTON_PLACE.format(name=name, key=key, notebooks=notebooks)
        if reason:
            html = NOTEBOOK_NOTE.format(reason, notebooks)
        else:
            exercises_by_hand.fold_for_notebooks(section, index)
        section.insert(index, nodes.raw("", html, format="html"))


def index_after_stub(section: nodes.section, name: str) -> int:
    """Return the place behind the code that begins the answer."""
    return next(
        i + 1
        for i, block in enumerate(section)
        if isinstance(block, nodes.literal_block) and f"def {name}(" in block.astext()
    )


def reason_not_run(app: Sphinx, section: nodes.section) -> str | None:
    """Say why an exercise is not run in its page, if it is not."""
    if not app.config.python_in_pages:
        return NO_PYTHON
    return NEEDS_NOTEBOOK if NEEDS_MORE.search(section.astext()) else None
