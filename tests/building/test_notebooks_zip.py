"""The zip of notebooks runs where it is unpacked, and shows no solution."""

import ast
import os
import subprocess
import sys
import zipfile

import nbformat
import pytest
from book_site.building import chapter_source
from book_site.learners import notebooks_zip
from built_pages import soup_of
from conftest import ROOT
from exercise_sources import pages
from notebooks import NOTEBOOKS, imports_of

EXERCISES = sorted((ROOT / "exercises").glob("*/*/exercise.md"))


@pytest.fixture(scope="module")
def unpacked(site, tmp_path_factory):
    """The zip of the built site, unpacked into a folder with a space and an accent."""
    folder = tmp_path_factory.mktemp("été à la plage")
    with zipfile.ZipFile(site / notebooks_zip.ZIP) as archive:
        archive.extractall(folder)
    return folder / notebooks_zip.TOP


def python(*arguments, cwd):
    """Run Python without what this process was told about the repository."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def files_of(folder) -> dict[str, bytes]:
    files = (p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


def test_the_zip_holds_every_notebook_the_library_and_of_the_exercises_only_keys(unpacked):
    names = set(files_of(unpacked))
    assert names == set(notebooks_zip.contents(ROOT))
    in_book = {name.split("/")[1] for name in names if name.startswith("book/")}
    exercises = {f"exercises-{path.stem}.ipynb" for path in pages()}
    chapters = {path.name for path in NOTEBOOKS}
    others = {"replications.json", "sweeps.json", "your-own-model.ipynb"}
    assert in_book == chapters | exercises | others | {"multihead", "keys", "real_text"}
    kept = {name for name in names if name.startswith("book/keys/")}
    assert kept == {f"book/keys/{path.parent.name}.json" for path in EXERCISES}
    others = {name for name in names if not name.startswith("book/")}
    assert others == {
        *("README.txt", "LICENSE", "LICENSE-PROSE", "requirements.txt", "constraints.txt"),
        *("binder/requirements.txt", "binder/runtime.txt"),
    }


def test_a_notebook_of_the_zip_is_the_chapter_after_one_cell(unpacked):
    for path in NOTEBOOKS:
        mine, chapter = (nbformat.read(p, 4) for p in (unpacked / "book" / path.name, path))
        chapter_source.keep_source(chapter)  # a reader may have run and saved it
        assert mine.cells[0].source.startswith("# @title In Colab, run this first.")
        assert mine.cells[1:] == chapter.cells
        assert mine.metadata == chapter.metadata


def test_every_import_of_every_chapter_finds_the_library_of_the_zip(unpacked):
    cells = [c for path in NOTEBOOKS for c in nbformat.read(path, as_version=4).cells]
    trees = [ast.parse(c.source) for c in cells if c.cell_type == "code" and "%" not in c.source]
    nodes = [n for tree in trees for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    lines = sorted({ast.unparse(node) for node in nodes})
    assert len(lines) > 40
    where = "import multihead; print(multihead.__file__)"
    done = python("-c", "\n".join([*lines, where]), cwd=unpacked / "book")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(unpacked / "book" / "multihead" / "__init__.py")


def test_its_pins_are_those_of_the_book_and_cover_what_the_library_imports(unpacked):
    others, *pins = (unpacked / "requirements.txt").read_text("utf-8").splitlines()
    assert others == "-c constraints.txt"
    ours = (ROOT / "requirements.txt").read_text("utf-8")
    assert (unpacked / "constraints.txt").read_text("utf-8") == ours
    assert set(pins) <= set(ours.splitlines())
    named = {pin.partition("==")[0] for pin in pins}
    library = (p.read_text("utf-8") for p in (unpacked / "book").rglob("*.py"))
    imported = set().union(*map(imports_of, library))
    assert {"torch", "anywidget"} <= imported
    brought = {"IPython", "traitlets", "nbformat", "markupsafe"}  # by JupyterLab and ipywidgets
    assert imported - brought - {"multihead"} <= named
    assert "jupyterlab" in named
    assert "pytest" not in named


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("03-money-bank", [f"../{notebooks_zip.ZIP}", "03-money-bank.md"]),
        ("notation", ["notation.md"]),
    ],
)
def test_the_download_button_of_a_chapter_gives_the_zip_and_no_lone_notebook(site, name, offered):
    links = soup_of(site / "book" / f"{name}.html").select(".dropdown-download-buttons a[href]")
    files = [link["href"] for link in links if not link["href"].startswith("../slides/")]
    assert files == offered
