"""Pins are complete, the file of hashes agrees with them, and a wrong file is not installed."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from importlib.metadata import requires
from pathlib import Path

import pytest
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.install import environment

DIRECT, _, NEEDED = (ROOT / "requirements.txt").read_text("utf-8").partition("# what those need")
HASHES = (ROOT / environment.HASHES).read_text("utf-8")
BY_CUDA = re.compile("nvidia|cuda|triton")  # what a build of torch with CUDA brings


def pins(text: str) -> set[str]:
    return set(re.findall(r"^[\w.-]+==[^\s\\]+", text, re.M))


def names(text: str) -> set[str]:
    return {canonicalize_name(pin.partition("==")[0]) for pin in pins(text)}


def needs(name: str, extras: frozenset[str]) -> set[tuple[str, frozenset[str]]]:
    """What a package needs on this machine, with the extras it asks for."""
    requirements = map(Requirement, requires(name) or [])
    environments = [{"extra": extra} for extra in ("", *extras)]
    return {
        (canonicalize_name(r.name), frozenset(r.extras))
        for r in requirements
        if (not r.marker or any(map(r.marker.evaluate, environments))) and not BY_CUDA.match(r.name)
    }


def closure(text: str) -> set[str]:
    reached, new = set(), {(name, frozenset()) for name in names(text)}
    while new:
        reached |= new
        new = set().union(*(needs(*requirement) for requirement in new)) - reached
    return {name for name, _ in reached}


def test_the_pins_name_all_that_is_needed_and_nothing_else():
    assert names(DIRECT) | names(NEEDED) == closure(DIRECT)
    assert not names(DIRECT) & names(NEEDED)


def test_every_pin_but_torch_has_its_hashes_in_the_same_version():
    files = [*ROOT.glob("requirements.txt"), *ROOT.glob("*/requirements.txt")]
    texts = "\n".join(f.read_text("utf-8") for f in files if f.parent.name != "binder")
    pinned = {pin for pin in pins(texts) if not pin.startswith("torch==")}
    assert pins(HASHES) == pinned, "run `make pins`"
    for pin in pinned:
        lines = environment.pinned_lines(HASHES, pin.partition("==")[0])
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", lines), pin


WHEEL = {
    "tiny.py": "",
    "tiny-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1\n",
    "tiny-1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "tiny-1.dist-info/RECORD": "tiny.py,,\n",
}


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """Return a function that installs one wheel, whose hash it is told, without a network."""
    wheel = tmp_path / "tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in WHEEL.items():
            archive.writestr(name, text)
    uv = Path(sys.executable).with_name("uv")
    settings = os.environ | {"UV_NO_INDEX": "1", "UV_FIND_LINKS": str(tmp_path)}
    settings["UV_CACHE_DIR"] = str(tmp_path / "cache")
    subprocess.run([uv, "venv", "--quiet", tmp_path / "env"], check=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "env" / "bin" / "python"))
    requirements, hashes = tmp_path / "requirements.txt", tmp_path / environment.HASHES
    requirements.write_text("tiny==1\n")

    def install(version: str, digest: str) -> list[Path]:
        hashes.write_text(f"tiny=={version} \\\n    --hash=sha256:{digest}\n")
        environment.install(requirements, hashes, uv, [], settings)
        return list(tmp_path.glob("env/lib/*/site-packages/tiny.py"))

    return install, hashlib.sha256(wheel.read_bytes()).hexdigest()


def test_only_a_file_with_its_hash_is_installed(tiny, tmp_path, capfd):
    install, digest = tiny
    for version, wrong, message in (("1", "0" * 64, "Hash mismatch"), ("2", digest, "tiny==2")):
        with pytest.raises(SystemExit, match=r"Nothing is installed from requirements.txt"):
            install(version, wrong)
        assert message in capfd.readouterr().err
    assert not list(tmp_path.glob("env/lib/*/site-packages/tiny.py"))
    assert len(install("1", digest)) == 1


def test_uv_looks_where_pip_is_told_to_look():
    pip_config = (
        ":env:.find-links='/a b'\n"
        "global.cert='/certificates'\n"
        "global.find-links='/old'\n"
        "install.index-url='https://mirror.example/simple'\n"
        "install.timeout='9'\n"
        "install.extra-index-url='https://a.example\\nhttps://b.example'\n"
    )
    assert environment.uv_settings(pip_config) == {
        "UV_FIND_LINKS": "/a,b",
        "SSL_CERT_FILE": "/certificates",
        "UV_DEFAULT_INDEX": "https://mirror.example/simple",
        "UV_INDEX": "https://mirror.example/simple https://a.example https://b.example",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }


@pytest.mark.parametrize("answer", ["exec sleep 60", "exit 2"])
def test_an_index_that_does_not_answer_costs_seconds(answer, tmp_path, monkeypatch):
    monkeypatch.setattr(environment, "PATIENCE_S", 0.5)
    monkeypatch.setattr(sys, "platform", "linux")
    uv = tmp_path / "uv"
    uv.write_text(f"#!/bin/sh\n{answer}\n")
    uv.chmod(0o755)
    before = time.monotonic()
    assert environment.torch_source("torch==1", uv, dict(os.environ)) == []
    assert time.monotonic() - before < 10
    uv.write_text("#!/bin/sh\nexit 0\n")
    assert environment.torch_source("torch==1", uv, dict(os.environ)) == ["--torch-backend", "cpu"]


def test_an_old_python_is_refused_in_one_sentence(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements.txt").touch()
    command = ["make", "-C", tmp_path, "PYTHON=false", "env"]
    alone = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    completed = subprocess.run(command, capture_output=True, text=True, check=False, env=alone)
    assert completed.returncode != 0
    assert completed.stderr.startswith("Python 3.11 or newer is needed")
    assert not (tmp_path / ".venv").exists()
