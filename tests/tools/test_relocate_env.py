"""An environment that was moved or copied runs the code of the folder where it stands."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

from tools.install import relocate_env

WHEEL = {
    "tiny.py": "def main():\n    import ours\n    print(ours.NAME)\n",
    "tiny-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1\n",
    "tiny-1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "tiny-1.dist-info/RECORD": "",
    "tiny-1.dist-info/entry_points.txt": "[console_scripts]\ntiny = tiny:main\n",
}


def run(*command) -> str:
    completed = subprocess.run(command, capture_output=True, text=True, check=True)
    return completed.stdout.strip()


def relocate(book: Path) -> None:
    """What `make` does first."""
    run(book / ".venv/bin/python", ROOT / "tools/install/relocate_env.py")


def with_extension(book: Path, name: str) -> Path:
    """Let the extension of a copy of the book say a name."""
    (book / "_ext").mkdir(parents=True, exist_ok=True)
    (book / "_ext" / "ours.py").write_text(f"NAME = {name!r}\n")
    return book


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(params=["first", "mit Leerzeichen und é"])
def first(request, tmp_path):
    """A folder with an environment, into which uv put a package with a script."""
    book = with_extension(tmp_path / request.param, "first")
    wheel = tmp_path / "tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in WHEEL.items():
            archive.writestr(name, text)
    run(sys.executable, "-m", "venv", "--without-pip", book / ".venv")
    uv, python = Path(sys.executable).with_name("uv"), book / ".venv/bin/python"
    install = [uv, "pip", "install", "--quiet", "--offline", "--python", python]
    run(*install, "--cache-dir", tmp_path / "cache", wheel)
    return book


def test_what_was_moved_works_before_make_runs_again(first):
    relocate(first)
    assert run(first / ".venv/bin/tiny") == "first"
    moved = first.rename(first.parent / "elsewhere")
    link = first.parent / "tiny"
    link.symlink_to(moved / ".venv/bin/tiny")
    assert run(link) == "first"


@pytest.mark.parametrize("is_old", [True, False])
def test_a_copy_runs_its_own_code_and_leaves_the_first_alone(first, is_old):
    """With -al a copy shares the bytes of its files. Old environments name their folder."""
    packages = next(first.glob(".venv/lib/python*/site-packages"))
    (packages / "many-heads.pth").write_text(f"{first / '_ext'}\n")
    if not is_old:
        relocate(first)
    copy, before = first.parent / "copy", contents(first)
    run("cp", "-al", first, copy)
    shutil.rmtree(copy / "_ext")
    relocate(with_extension(copy, "copy"))
    assert contents(first) == before
    if is_old:
        relocate(first)
    for book, name in ((copy, "copy"), (first, "first")):
        assert run(book / ".venv/bin/tiny") == name
        activated = '. "$1/.venv/bin/activate" && tiny && echo "$VIRTUAL_ENV"'
        assert run("sh", "-c", activated, "-", book) == f"{name}\n{book / '.venv'}"


def test_packages_of_another_python_are_an_error(first, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(first / ".venv"))
    monkeypatch.setattr(relocate_env.sysconfig, "get_path", lambda _: str(first / "python3.99"))
    with pytest.raises(SystemExit, match=r"no packages for Python 3\.\d+"):
        relocate_env.main()


@pytest.mark.parametrize("lost", ["bin/python", "lib", ".made-from"])
def test_make_makes_an_environment_again_that_cannot_work(first, lost):
    """As where its Python is gone; else it does not. Nothing is installed here."""
    for name in ("Makefile", "requirements.txt", "tools/install/relocate_env.py"):
        target = first / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    shutil.copy(ROOT / "requirements.txt", first / ".venv/.made-from")
    ask = ["make", "--dry-run", "-C", first, "env"]
    assert "Making .venv" not in run(*ask)
    (first / ".venv" / lost).rename(first / "lost")
    assert "Making .venv" in run(*ask)
