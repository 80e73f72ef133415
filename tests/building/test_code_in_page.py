"""A code exercise on its page: the place of its button, and what the site serves for it."""

import io
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from types import SimpleNamespace

import pytest
from book_site.learners import code_in_page, exercise_keys, exercises_by_hand, packing
from book_site.pages.content_policy import policy
from conftest import ROOT
from docutils import nodes
from docutils.utils import new_document
from exercise_sources import BY_NAME, CODE, revealing_lines

SITE = sysconfig.get_path("purelib")  # with NumPy; -S leaves out the paths to our own library
KEY = {"by_hand": False, "sheets": {"0": {}}}


def block(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text)


@pytest.fixture
def page(monkeypatch):
    """A page with a code exercise, and how to take it through the pass."""

    def run_pass(
        version="314.0.3", key=KEY, builder="html", docname="book/exercises/03-sums", task=""
    ):
        monkeypatch.setattr(exercises_by_hand, "keys_by_name", lambda root: {"two_sums": key})
        doctree = new_document("page")
        section = nodes.section(ids=["two-sums", "exercise-two-sums"])
        section += [block("x = 3"), block("def two_sums(x):\n    ..."), nodes.paragraph("", task)]
        section += [block("check(two_sums)"), nodes.container("", classes=["dropdown"])]
        doctree += section
        uri = SimpleNamespace(name=builder, get_target_uri=lambda of: f"{of}.html")
        config = SimpleNamespace(python_in_pages=version)
        code_in_page.add_buttons(
            SimpleNamespace(builder=uri, srcdir=".", config=config), doctree, docname
        )
        return [type(node).__name__ for node in section], section

    return run_pass


def test_the_button_follows_the_stub_and_what_a_notebook_needs_is_folded(page):
    kinds, section = page()
    written = ["literal_block", "literal_block", "raw", "raw", "paragraph", "literal_block"]
    assert kinds == [*written, "raw", "container"]
    assert 'data-name="two_sums" data-storage-key="answer/sums/two_sums"' in section[2].astext()
    assert "../../downloads/many-heads-notebooks.zip" in section[2].astext()
    assert section[3].astext() == exercises_by_hand.NOTEBOOK_FOLD
    assert section[6].astext() == "</details>"


def test_without_pyodide_the_page_says_so_and_folds_nothing(page):
    _, section = page(version="")
    assert [node.astext() for node in section.findall(nodes.raw)] == [
        code_in_page.NOTEBOOK_NOTE.format(
            code_in_page.NO_PYTHON, "../../downloads/many-heads-notebooks.zip"
        )
    ]


@pytest.mark.parametrize(
    ("scripts", "pyodide", "version"),
    [("1", "314.0.3", "314.0.3"), ("1", "", ""), ("", "314.0.3", "")],
)
def test_code_runs_where_both_pyodide_and_the_editor_are(tmp_path, scripts, pyodide, version):
    if pyodide:
        (tmp_path / code_in_page.PYODIDE_FOLDER).mkdir()
        (tmp_path / code_in_page.PYODIDE_FOLDER / "version.txt").write_text(pyodide)
    config = SimpleNamespace(page_scripts=scripts)
    code_in_page.configure(SimpleNamespace(srcdir=tmp_path), config)
    assert config.python_in_pages == version


def test_what_may_need_more_than_numpy_is_for_notebooks(page):
    kinds, section = page(task="scipy.optimize may help")
    assert kinds.count("raw") == 1
    assert code_in_page.NEEDS_NOTEBOOK in section[2].astext()


@pytest.mark.parametrize(
    "other",
    [
        {"builder": "latex"},
        {"docname": "book/03-sums"},
        {"key": {"by_hand": True, "sheets": {"0": {}}}},
        {"key": {"by_hand": False, "sheets": {}}},
    ],
)
def test_only_code_exercises_of_the_site_have_a_button(page, other):
    assert "raw" not in page(**other)[0]


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> dict[str, str]:
    """What the worker unpacks, by path."""
    keys = exercise_keys.exercise_keys(ROOT)
    files = code_in_page.library_files(ROOT) | code_in_page.code_keys(keys)
    target = tmp_path_factory.mktemp("served") / "made" / "library.zip"
    packing.pack(files, target, "course")
    with zipfile.ZipFile(io.BytesIO(target.read_bytes())) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_the_worker_gets_every_key_of_a_code_exercise_and_no_line_of_a_solution(served):
    keys = {name for name in served if name.startswith("course/book/keys/")}
    assert keys == {f"course/book/keys/{name}.json" for name in CODE}
    everything = "\n".join(served.values())
    solutions = {name: revealing_lines(BY_NAME[name], BY_NAME[name].solution) for name in CODE}
    found = {n: [line for line in lines if line in everything] for n, lines in solutions.items()}
    assert {name for name, lines in found.items() if lines} == set()
    assert "def reference" not in everything


def test_what_the_worker_gets_runs_without_the_rest_of_the_library(served, tmp_path):
    for name, text in served.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    run = "import sys; sys.modules['torch'] = None; sys.path.insert(0, '.'); import code_runner"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.append({SITE!r}); {run}"],
        cwd=tmp_path / "course/book",
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_it_is_told_how_many_bytes_will_come(tmp_path):
    (tmp_path / "pyodide-1.2").mkdir()
    for name in ("a.wasm.packed", "b.zip", "c.json", "d.whl", "e.mjs", "f.txt"):
        (tmp_path / "pyodide-1.2" / name).write_bytes(b"12345")
    (tmp_path / "library.zip").write_bytes(b"1234567")
    files = code_in_page.files_to_load(tmp_path / "pyodide-1.2", tmp_path / "library.zip")
    address = files.pop("library")
    assert files == {"folder": "pyodide-1.2", "bytes": 27}
    assert re.fullmatch(r"library\.zip\?[0-9a-f]{8,}", address)
    (tmp_path / "library.zip").write_bytes(b"7654321")
    other = code_in_page.files_to_load(tmp_path / "pyodide-1.2", tmp_path / "library.zip")
    assert other["library"] != address


def test_only_a_page_that_runs_python_may_compile_it():
    plain = policy("<p>")
    assert "wasm" not in plain
    assert "worker-src" not in plain
    rules = dict(rule.split(" ", 1) for rule in policy('<div class="mh-code">').split("; "))
    assert rules["script-src"].split() == ["'self'", "'wasm-unsafe-eval'"]
    assert rules["worker-src"] == "blob:"
    assert rules["default-src"] == "'self'"
