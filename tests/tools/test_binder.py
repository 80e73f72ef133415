"""What Binder and Codespaces would build. `bench/binder.py` builds it, and runs every chapter."""

import json
import re

import nbformat
import pytest
from book_site.learners import notebooks_zip, packing
from conftest import ROOT
from notebooks import NOTEBOOKS, imports_of
from repo2docker.app import Repo2Docker

RUNTIME = (ROOT / "binder" / "runtime.txt").read_text().strip()
REQUIREMENTS = (ROOT / "binder" / "requirements.txt").read_text().splitlines()
NAMES = {line for line in REQUIREMENTS if re.match(r"\w", line)}


@pytest.fixture(scope="module")
def learners(tmp_path_factory):
    """The files of the branch that the launch buttons open."""
    folder = tmp_path_factory.mktemp("learners")
    packing.lay_out(notebooks_zip.contents(ROOT), folder)
    return folder


@pytest.mark.parametrize("of_learners", [False, True], ids=["repository", "branch of learners"])
def test_binder_takes_the_files_and_the_python_meant(learners, monkeypatch, of_learners):
    monkeypatch.chdir(learners if of_learners else ROOT)
    app = Repo2Docker()
    packs = (kind(app.base_image) for kind in app.buildpacks)
    pack = next(pack for pack in packs if pack.detect())
    pack.platform = "linux/amd64"
    assert type(pack).__name__ == "PythonBuildPack"
    assert pack.binder_dir == "binder"
    assert f"python-{pack.python_version}" == RUNTIME
    assert f"conda/environment.py-{pack.python_version}-linux-64.lock" in (
        pack.get_build_script_files()
    )
    assert pack.get_preassemble_scripts() == []  # the files are all there before pip reads them
    install = '${KERNEL_PYTHON_PREFIX}/bin/pip install --no-cache-dir -r "binder/requirements.txt"'
    assert pack.get_assemble_scripts() == [("${NB_USER}", install)]
    assert pack.get_post_build_scripts() == []
    assert pack.get_start_script() is None


def test_binder_installs_what_a_chapter_needs_with_the_versions_of_the_book():
    pins = packing.pins((ROOT / "requirements.txt").read_text())
    assert {pin.partition("==")[0] for pin in pins} == NAMES
    assert "-c ../requirements.txt" in REQUIREMENTS
    assert not any("==" in line for line in REQUIREMENTS)


def test_binder_installs_what_the_chapters_and_the_library_import():
    cells = [cell for path in NOTEBOOKS for cell in nbformat.read(path, 4).cells]
    code = [c.source for c in cells if c.cell_type == "code" and "%" not in c.source]
    library = [path.read_text("utf-8") for path in (ROOT / "book" / "multihead").rglob("*.py")]
    imported = set().union(*map(imports_of, code + library))
    assert {"torch", "numpy", "multihead"} <= imported
    brought = {"IPython", "traitlets", "nbformat", "markupsafe"}  # by JupyterLab and ipywidgets
    assert imported - brought - {"multihead"} <= NAMES


def test_codespaces_has_the_python_and_the_packages_of_binder():
    settings = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    version = RUNTIME.removeprefix("python-")
    assert settings["image"] == f"mcr.microsoft.com/devcontainers/python:{version}"
    installed, written = settings["postCreateCommand"].split(" && ")
    assert "pip install --user -r binder/requirements.txt " in installed
    assert (ROOT / written.rpartition(" ")[2]).is_file()
    (opened,) = settings["customizations"]["codespaces"]["openFiles"]
    assert (ROOT / opened).is_file()
