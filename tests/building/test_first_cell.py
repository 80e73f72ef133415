"""A notebook opened alone, as in Colab, gets its library by its first cell, or says what to do."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import nbformat
import pytest
from book_site.learners import launch, notebooks_zip, packing
from conftest import ROOT
from notebooks import RUNS, imports_of

from tools.project import notebooks_branch

OWNER = "Someone/many-heads"
ADDRESS = f"https://github.com/{OWNER}"
MOVED = tomllib.loads((ROOT / "book/moved.toml").read_text("utf-8"))["pages"]
FORMER = {
    f"{kind}{former}.ipynb": f"{kind}{now}.ipynb"
    for kind in ("", "exercises-")
    for former, now in MOVED.items()
    if (kind, now) != ("exercises-", "21-what-to-take-away")  # has none
}
MISSING = ("jaxtyping", "wadler_lindig", "distributed")
CLOSED = "http://127.0.0.1:9/"  # nothing listens
HIDE = """import os, sys
sys.path = [p for p in sys.path if not (p and os.path.isdir(f"{p}/multihead"))]
"""


@pytest.fixture(scope="module")
def files():
    """What learners get where the repository is known."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_REPOSITORY", OWNER)
        return notebooks_zip.contents(ROOT)


@pytest.fixture(scope="module")
def published(files, tmp_path_factory):
    """A repository, its origin with the branch of notebooks, and the zip that made the branch."""
    folder = tmp_path_factory.mktemp("published")
    root, origin, archive = (folder / name for name in ("root", "origin.git", "n.zip"))
    subprocess.run(["git", "init", "-q", "--bare", origin], check=True)
    subprocess.run(["git", "init", "-q", root], check=True)
    me = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    notebooks_branch.git(root, *me, "commit", "-q", "--allow-empty", "-m", "The book")
    notebooks_branch.git(root, "remote", "add", "origin", origin.as_uri())
    packing.pack(files, archive, notebooks_zip.TOP)
    assert notebooks_branch.update(root, archive)
    notebooks_branch.git(root, "push", "-q", "origin", "notebooks")
    return root, origin, archive


def instead_of_github(address: str) -> dict[str, str]:
    """Let git ask another address; and let it ask nobody for a password."""
    there = {"KEY_0": f"url.{address}.insteadOf", "VALUE_0": ADDRESS, "COUNT": "1"}
    return {f"GIT_CONFIG_{name}": value for name, value in there.items()}


def cell_alone(cell: str, folder: Path, **environment: str) -> subprocess.CompletedProcess:
    """Run a first cell in a folder, then say where the library is.

    It does not find ours, which our environment shows to those who work on the book.
    """
    where = "import importlib.util as u\nprint(u.find_spec('multihead').origin)"
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, "-c", f"{HIDE}{cell}\n{where}"],
        cwd=folder,
        env=kept | environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def cell(files):
    return nbformat.reads(files["book/03-money-bank.ipynb"].decode(), 4).cells[0].source


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory):
    """A Python with our packages but for some that Colab lacks; what is installed stays in it."""
    folder, packages = tmp_path_factory.mktemp("env"), tmp_path_factory.mktemp("packages")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(MISSING):
            (packages / path.name).symlink_to(path)
    (own,) = folder.glob("lib/python*/site-packages")
    (own / "ours.pth").write_text(str(packages))
    return folder / "bin" / "python", own


def test_a_chapter_alone_in_an_empty_folder_fetches_what_it_needs(
    published, files, bare_python, tmp_path
):
    _, origin, _ = published
    python, installed = bare_python
    (tmp_path / "alone.ipynb").write_bytes(files["book/03-money-bank.ipynb"])
    done = subprocess.run(
        [python, "-c", RUNS, "alone.ipynb"],
        cwd=tmp_path,
        env=os.environ | instead_of_github(origin.as_uri()),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / notebooks_zip.TOP / "book" / "multihead").is_dir()
    pins = (ROOT / "requirements.txt").read_text()
    versions = dict(path.stem.split("-") for path in installed.glob("*.dist-info"))
    assert {"jaxtyping", "distributed"} <= set(versions)
    assert all(f"{name}=={versions[name]}\n" in pins for name in ("jaxtyping", "distributed"))


def test_beside_the_library_the_cell_does_nothing(files, cell, tmp_path):
    shutil.copytree(ROOT / "book" / "multihead", tmp_path / "multihead")
    before = set(tmp_path.iterdir())
    done = cell_alone(cell, tmp_path, **instead_of_github(CLOSED))
    assert done.stdout.strip() == str(tmp_path / "multihead" / "__init__.py")
    assert set(tmp_path.iterdir()) == before


def test_run_again_the_cell_fetches_nothing(published, cell, tmp_path):
    _, origin, _ = published
    library = str(tmp_path / notebooks_zip.TOP / "book" / "multihead" / "__init__.py")
    for address in (origin.as_uri(), CLOSED):
        no_pip = {"PIP_PYTHON": "nowhere"}  # all packages are here, so that it is not asked
        done = cell_alone(cell, tmp_path, **instead_of_github(address), **no_pip)
        assert done.stdout.strip() == library, done.stderr


@pytest.fixture(scope="module")
def unpacked(files, tmp_path_factory):
    """The zip, unpacked by a learner whose folders have spaces and other letters in their names."""
    home = tmp_path_factory.mktemp("home") / "Zoë's home"
    top = home / "My courses" / notebooks_zip.TOP
    packing.lay_out(files, top)
    (home / "multihead").mkdir()  # of that name, and not the library
    (home / "elsewhere").mkdir()
    return home, top


@pytest.mark.parametrize("start", ["book/multihead/heads", ".."])
def test_a_kernel_in_or_right_above_the_unpacked_folder_finds_the_library(unpacked, cell, start):
    _, top = unpacked
    done = cell_alone(cell, top / start, **instead_of_github(CLOSED))
    library = Path(done.stdout.strip())
    assert library.resolve() == top / "book" / "multihead" / "__init__.py", done.stderr


@pytest.mark.parametrize("start", ["", "elsewhere"])
def test_where_vs_code_says_which_notebook_it_is_any_kernel_finds_it(unpacked, cell, start):
    home, top = unpacked
    told = f"__vsc_ipynb_file__ = {str(top / 'book' / '03-money-bank.ipynb')!r}\n{cell}"
    done = cell_alone(told, home / start, **instead_of_github(CLOSED))
    assert Path(done.stdout.strip()).parent == top / "book" / "multihead", done.stderr


@pytest.mark.parametrize(
    ("start", "address"), [("", ""), ("elsewhere", ADDRESS)], ids=["no address", "no answer"]
)
def test_any_other_kernel_is_told_where_it_runs_and_what_to_type(unpacked, cell, start, address):
    home, top = unpacked
    here, cell = home / start, cell.replace(ADDRESS, address)
    before = set(here.iterdir())
    done = cell_alone(cell, here, **instead_of_github(CLOSED))
    assert done.returncode != 0
    assert f"The kernel runs in {here}." in done.stderr
    assert address in done.stderr
    assert set(here.iterdir()) == before
    (advice,) = re.findall(r"^ +(import os; .+)$", done.stderr, re.M)
    typed = advice.replace(f"path/to/{notebooks_zip.TOP}", str(top))
    done = cell_alone(f"{typed}\n{cell}", here, **instead_of_github(CLOSED))
    assert done.stdout.startswith(str(top)), done.stderr


def test_the_zip_may_lie_where_the_kernel_is_told_to_run(published, unpacked, cell):
    _, _, archive = published
    home, _ = unpacked
    done = cell_alone(cell.replace(ADDRESS, ""), home)
    put = Path(*re.findall(rf"put {notebooks_zip.TOP}.zip into (.+?) \(in Colab", done.stderr))
    shutil.copy(archive, put / f"{notebooks_zip.TOP}.zip")
    done = cell_alone(cell.replace(ADDRESS, ""), home)
    assert done.stdout.startswith(str(home / notebooks_zip.TOP)), done.stderr


def test_the_branch_of_the_buttons_is_made_from_the_zip_of_the_site_by_python_alone(site):
    assert notebooks_branch.BRANCH == launch.BRANCH
    assert notebooks_branch.TOP == notebooks_zip.TOP
    assert site / notebooks_zip.ZIP == notebooks_branch.ARCHIVE
    assert imports_of(Path(notebooks_branch.__file__).read_text()) == set()


@pytest.mark.parametrize(("former", "name"), FORMER.items())
def test_on_the_branch_a_former_name_leads_to_the_notebook_of_now(published, files, former, name):
    root, *_ = published
    text = notebooks_branch.git(root, "show", f"notebooks:book/{former}")
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    (cell,) = notebook.cells
    assert f"]({name})" in cell.source
    assert f"book/{name}" in files
    assert f"book/{former}" not in files


def test_the_branch_gets_a_commit_only_if_something_changed_and_keeps_its_past(
    published, files, tmp_path
):
    root, _, archive = published
    first = notebooks_branch.git(root, "rev-parse", "notebooks")
    assert not notebooks_branch.update(root, archive)
    assert notebooks_branch.git(root, "rev-parse", "notebooks") == first
    more = files | {"book/new.txt": b"new"}
    packing.pack(more, tmp_path / "new.zip", notebooks_zip.TOP)
    assert notebooks_branch.update(root, tmp_path / "new.zip")
    assert notebooks_branch.git(root, "rev-parse", "notebooks^") == first
    names = notebooks_branch.git(root, "ls-tree", "-r", "--name-only", "notebooks").split()
    assert set(names) == {*files, "book/new.txt", *(f"book/{name}" for name in FORMER)}
    author = notebooks_branch.git(root, "log", "-1", "--format=%an <%ae>", "notebooks")
    assert author == "Ada <ada@example.org>"
