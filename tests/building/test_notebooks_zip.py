"""The zip of notebooks runs where it is unpacked, and shows no solution."""

import ast
import os
import re
import subprocess
import sys
import zipfile

import nbformat
import pytest
from book_site.building import chapter_source
from book_site.learners import notebooks_zip
from conftest import ROOT
from exercise_sources import pages
from multihead.real_text.stored import SHIPPED
from multihead.widgets import TextLab
from notebooks import NOTEBOOKS, RUNS, imports_of

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
    numbers = {"replications.json", "sweeps.json"}
    assert in_book == chapters | exercises | numbers | {"multihead", "keys", "real_text"}
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


def test_a_chapter_runs_from_the_zip(unpacked):
    done = python("-c", RUNS, "01-self-attention.ipynb", cwd=unpacked / "book")
    assert done.returncode == 0, done.stderr


def test_check_works_from_the_zip(unpacked):
    """As in Binder or Colab: no folder of exercises is there."""
    code = """if True:
        import numpy as np
        from multihead.checks import check
        def merge_heads(Z):
            return np.concatenate(Z, axis=1)
        print(check(merge_heads))
        print(check("merge_heads", lambda Z: Z.reshape(Z.shape[1], -1)).misconception)
        print(check("third_head", np.arange(20.0)))
    """
    done = python("-c", code, cwd=unpacked / "book")
    assert done.returncode == 0, done.stderr
    right, wrong, form = done.stdout.splitlines()[:3]
    assert right == "merge_heads: visible checks pass."
    assert "without" in wrong
    assert "third_head" in form


def test_the_stored_models_of_real_text_run_from_the_zip(unpacked):
    code = """if True:
        from multihead.real_text import stored_seed, stored_seeds
        from multihead.widgets import TextLab
        for seed in stored_seeds():
            stored_seed(seed)
        print(stored_seeds(), round(TextLab("import os").loss(), 2))
    """
    done = python("-c", code, cwd=unpacked / "book")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"{[*SHIPPED]} {TextLab('import os').loss():.2f}"


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


def test_the_download_button_of_a_chapter_gives_the_zip_and_no_lone_notebook(site):
    page = (site / "book" / "03-money-bank.html").read_text("utf-8")
    links = re.findall(r'href="([^":]*\.(?:zip|ipynb))"', page)  # of this site, no launch button
    assert links == [f"../{notebooks_zip.ZIP}"]


def test_a_notebook_is_offered_as_the_zip_and_other_pages_as_they_are():
    source = {"label": "download-source-button", "url": "one.ipynb"}
    printed = {"label": "download-pdf-button", "url": "#"}
    buttons = [{"label": "download-buttons", "buttons": [source, printed]}, {"label": "search"}]
    context = {
        "page_source_suffix": ".md",
        "header_buttons": buttons,
        "pathto": lambda path, resource: f"../{path}",
    }
    notebooks_zip.offer_zip(None, "page", "", context, None)
    assert source["url"] == "one.ipynb"
    notebooks_zip.offer_zip(None, "page", "", context | {"page_source_suffix": ".ipynb"}, None)
    assert source["url"] == f"../{notebooks_zip.ZIP}"
    assert source["text"] == "Notebooks (.zip)"
    assert printed["url"] == "#"
