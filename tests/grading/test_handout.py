"""A class gets one folder: it works alone, and holds nothing that is not for students."""

import base64
import json
import re
import subprocess
import sys
import zipfile

import nbformat
import numpy as np
import pytest
from conftest import ROOT
from exercise_sources import BY_NAME, revealing_lines
from multihead.exercises import class_variants, folders, sealed
from multihead.real_text.stored import SHIPPED

from grading import cells, course
from grading.assign import assignments, release
from grading.course import CourseError

NAMES = ("new_row", "unequal_jobs", "split_heads", "mean_of_two")
BY_HAND = ("new_row", "unequal_jobs")
#: Runs the code cells of a notebook as Jupyter does, in a Python that does not see our folders.
RUNS = """if True:
    import ast, json, pathlib, sys
    sys.path = [p for p in sys.path if p and not pathlib.Path(p, "multihead").is_dir()]
    if sys.argv[2:]:
        sys.path[:0] = sys.argv[2:]
        sys.modules |= dict.fromkeys(["torch", "scipy", "matplotlib"])
    space = {}
    for cell in json.load(open(sys.argv[1]))["cells"]:
        if cell["cell_type"] == "code":
            *body, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(body, []), "cell", "exec"), space)
            if isinstance(last, ast.Expr):
                print(eval(compile(ast.Expression(last.value), "cell", "eval"), space))
            else:
                exec(compile(ast.Module([last], []), "cell", "exec"), space)
"""


def write_source(made, name, nb):
    made.source(name).parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nb, made.source(name))


@pytest.fixture(scope="module")
def maths(tmp_path_factory):
    """A course with a released hw1, and a text beside its notebook."""
    made = course.new(tmp_path_factory.mktemp("a place") / "maths")
    write_source(made, "hw1", assignments.make(made, "hw1", list(NAMES)))
    (made.source("hw1").parent / "words.txt").write_text("the cat sat", "utf-8")
    release.release(made, "hw1")
    return made


@pytest.fixture(scope="module")
def files(maths) -> dict[str, bytes]:
    with zipfile.ZipFile(maths.release("hw1").with_suffix(".zip")) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def unpacked(maths, tmp_path):
    with zipfile.ZipFile(maths.release("hw1").with_suffix(".zip")) as archive:
        archive.extractall(tmp_path)
    return tmp_path / "hw1"


def right(maths, exercise):
    secret = maths.secret("hw1", exercise)
    return class_variants.sheet(folders.load(exercise), secret).right[0]


def solved(maths) -> nbformat.NotebookNode:
    """What a good student hands in, but for the experiment."""
    nb = maths.read_release("hw1")
    nb.cells = [cell for cell in nb.cells if "mean_of_two" not in (cells.grade_id(cell) or "")]
    by_id = {cell.id: cell for cell in nb.cells}
    for exercise in BY_HAND:
        by_id[f"{exercise}-answer"].source = f"{exercise} = {right(maths, exercise).tolist()}"
    code = "def split_heads(q, n_heads):\n    return q.reshape(len(q), n_heads, -1).swapaxes(0, 1)"
    by_id["split_heads-answer"].source = code
    return nb


def run(notebook, *path):
    return subprocess.run(
        [sys.executable, "-c", RUNS, notebook.name, *path],
        cwd=notebook.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_zip_is_one_folder_with_the_keys_of_these_exercises(files, maths):
    library = {p for p in (ROOT / "book/multihead").rglob("*") if p.is_file()}
    held = {p.relative_to(ROOT / "book").as_posix() for p in library}
    held = {name for name in held if not re.search("/__pycache__/|/[.]", name)}
    top = {"README.txt", "requirements.txt", "constraints.txt", "LICENSE", "LICENSE-PROSE"}
    own = {
        "hw1.ipynb",
        "words.txt",
        "replications.json",
        "sweeps.json",
        *(f"keys/{n}.json" for n in (*NAMES, "assignment")),
        *(f"real_text/{path.name}" for path in (ROOT / "book/real_text").glob("*.json")),
        *(f"real_text/seed-{seed:02}.npz" for seed in SHIPPED),
        "real_text/similarity.npz",
    }
    assert set(files) == {f"hw1/{n}" for n in top} | {f"hw1/book/{n}" for n in own | held}
    assert files["hw1/book/hw1.ipynb"] == maths.release("hw1").read_bytes()
    for name in held:
        assert files[f"hw1/book/{name}"] == (ROOT / "book" / name).read_bytes()
    variants = {n: [*json.loads(files[f"hw1/book/keys/{n}.json"])["sheets"]] for n in NAMES}
    label = maths.variant("hw1")
    by_hand = {name: [label] for name in BY_HAND}
    assert variants == by_hand | {"split_heads": ["0"], "mean_of_two": []}


def test_no_file_has_the_seed_or_a_right_number(files, maths):
    seed = maths.seed()
    binary = seed.to_bytes(16)
    forms = [str(seed).encode(), f"{seed:x}".encode(), binary, binary[::-1]]
    forms += [base64.b64encode(one).rstrip(b"=") for one in (str(seed).encode(), binary)]
    forms += [str(maths.secret("hw1", name)).encode() for name in NAMES]
    forms += [f"{maths.secret('hw1', name):x}".encode() for name in NAMES]
    for exercise in BY_HAND:
        irregular = [v for v in right(maths, exercise).flat if v % 0.01 > 1e-9]
        forms += [f"{v:.8g}"[:7].encode() for v in irregular]
        forms.append(str(np.round(right(maths, exercise), 2).tolist()).encode())
    assert len(forms) > 15
    for name, data in files.items():
        assert [form for form in forms if len(form) > 4 and form in data] == [], name


def test_unpacked_it_works_where_nothing_else_is(unpacked, maths):
    nbformat.write(solved(maths), unpacked / "book" / "hw1.ipynb")
    done = run(unpacked / "book" / "hw1.ipynb", ".")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name}: visible checks pass." for name in NAMES[:3]]


def test_with_the_zip_beside_it_a_notebook_opened_alone_finds_its_folder(maths, tmp_path):
    """As in Colab, or uploaded to a hub."""
    archive = maths.release("hw1").with_suffix(".zip")
    (tmp_path / "hw1.zip").write_bytes(archive.read_bytes())
    nbformat.write(solved(maths), tmp_path / "alone.ipynb")
    done = run(tmp_path / "alone.ipynb")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name}: visible checks pass." for name in NAMES[:3]]


def test_without_the_zip_the_first_cell_says_whom_to_ask(maths, tmp_path):
    nbformat.write(solved(maths), tmp_path / "alone.ipynb")
    done = run(tmp_path / "alone.ipynb")
    assert "put hw1.zip into" in done.stderr
    assert done.stderr.strip().endswith("Your instructor gives it.")


def test_what_is_not_for_students_is_not_released(maths, monkeypatch):
    """What an instructor keeps beside the source goes to students too, so it is looked through."""
    monkeypatch.setattr(sealed, "COST", 2)
    beside = maths.source("hw1").parent
    before = maths.release("hw1").with_suffix(".zip").read_bytes()
    (line, *_) = revealing_lines(BY_NAME["attention"], BY_NAME["attention"].solution)
    for name, text, words in (
        ("mine.py", line, "book/mine.py would show what is not for students: "),
        ("mine.txt", f"seed {maths.seed()}", "book/mine.txt would show what is not for students: "),
        ("keys/attention.json", "{}", "keys/attention.json is where `check` looks; give it an"),
    ):
        path = beside / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        with pytest.raises(CourseError, match=re.escape(words)):
            release.release(maths, "hw1")
        path.unlink()
    assert maths.release("hw1").with_suffix(".zip").read_bytes() == before
