"""What the chapters train has the same bits on other processors, and alone or among others."""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from conftest import ROOT
from multihead import numerics
from multihead.model import AttentionLayer
from multihead.tasks import LookUps
from multihead.train import train

sys.path.insert(0, str(ROOT / "tests"))
import training_forms

SCRIPT = [sys.executable, str(ROOT / "tests" / "training_forms.py")]
EMULATED = ["Haswell", "EPYC-Rome"]  # Intel's first with AVX2, and AMD's of 2019
# Seed 17 of two heads on the two look-ups after 100 steps, on every x86-64 processor with AVX2.
SEED_17 = "338675cc4f962ea9"


def unset_numerics() -> dict[str, str]:
    """Give the environment without what importing the library set in it."""
    named = ("ATEN_CPU_CAPABILITY", "MKL_CBWR", "OMP_NUM_THREADS")
    return {k: v for k, v in os.environ.items() if k not in named}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("forms") / "forms.pkl"
    done = subprocess.run([*SCRIPT, "record", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return file


@pytest.fixture(scope="module")
def results(recorded) -> dict[str, dict]:
    """By processor what every form came to; all of them work at the same time."""
    if platform.system() != "Linux" or numerics.wanted().get("ATEN_CPU_CAPABILITY") != "avx2":
        pytest.skip("DID NOT RUN: this needs Linux on an x86-64 processor with AVX2")
    emulator = os.environ.get("QEMU") or shutil.which("qemu-x86_64")
    assert emulator, "no qemu-x86_64: `make test` gets one, or install qemu-user"
    before = {"this one": [], **{name: [emulator, "-cpu", name] for name in EMULATED}}
    replay = [*SCRIPT, "replay", str(recorded)]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": unset_numerics()}
    started = {name: subprocess.Popen([*how, *replay], **piped) for name, how in before.items()}
    try:
        ended = {name: process.communicate(timeout=600) for name, process in started.items()}
    finally:
        for process in started.values():
            process.kill()
    for name, (_, errors) in ended.items():
        assert started[name].returncode == 0, f"{name}: {errors.decode()[-2000:]}"
    return {name: json.loads(printed) for name, (printed, _) in ended.items()}


def test_every_training_of_every_chapter_is_recorded(results):
    reached = {
        place
        for form in results["this one"]["forms"]
        for place in form.rsplit(" #", 1)[0].split(" <- ")
    }
    called = set().union(*map(training_forms.call_sites, (ROOT / "book").glob("*.ipynb")))
    assert len(called) > 20
    assert called - reached == set()
    by_hand = {f"chapter {n} {name}" for n, of in training_forms.BY_HAND.items() for name in of}
    assert by_hand <= set(results["this one"]["forms"])


def test_three_processors_were_at_work(results):
    processors = {result["by"][0] for result in results.values()}
    assert len(processors) == 1 + len(EMULATED)
    assert all(result["by"][1] == results["this one"]["by"][1] for result in results.values())


def test_what_chapters_train_has_the_same_bits_on_every_processor(results):
    mine, *others = ({k: v["digest"] for k, v in r["forms"].items()} for r in results.values())
    for other in others:
        assert {form for form in mine if mine[form] != other[form]} == set()


def test_a_seed_among_others_is_the_seed_alone_on_every_processor(results):
    for name, result in results.items():
        found = result["forms"].items()
        assert {form for form, v in found if not v["alone"]} == set(), name


def test_seed_17_is_the_same_model_everywhere():
    """Told from machine to machine: a new version of PyTorch may change it, a processor may not."""
    if numerics.wanted().get("ATEN_CPU_CAPABILITY") != "avx2":
        pytest.skip("DID NOT RUN: this processor is not x86-64 with AVX2")
    run = train(
        lambda g: AttentionLayer(12, 8, 2, generator=g), LookUps((1, 2)), seeds=[17], steps=100
    )
    digest = hashlib.sha256(b"".join(p.numpy().tobytes() for p in run.params.values()))
    assert digest.hexdigest()[:16] == SEED_17


def python(code: str, **variables: str) -> subprocess.CompletedProcess:
    """Run code in a fresh Python whose numerics nobody has set."""
    environment = unset_numerics() | {"PYTHONPATH": str(ROOT / "book"), **variables}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )


SHOW = "from multihead import numerics; print(numerics.in_force())"


def test_importing_the_library_pins_the_numerics():
    done = python(f"import torch\n{SHOW}")
    wanted = numerics.wanted()
    assert done.stdout.strip() == str(
        {
            "torch": torch.__version__,
            "kernels": wanted.get("ATEN_CPU_CAPABILITY", numerics.in_force()["kernels"]),
            "products": wanted.get("MKL_CBWR"),
            "threads": 1,
        }
    )
    assert "Warning" not in done.stderr


@pytest.mark.skipif(not numerics.wanted(), reason="DID NOT RUN: no such variables here")
@pytest.mark.parametrize(
    ("variable", "value", "shown"),
    [
        ("ATEN_CPU_CAPABILITY", "default", "'kernels': 'default'"),
        ("MKL_CBWR", "AVX2", "'products': 'AVX2'"),
    ],
)
def test_a_variable_that_is_set_stays_and_is_told(variable, value, shown):
    done = python(SHOW, **{variable: value})
    assert shown in done.stdout
    assert f"{variable}={value} is set and stays; unset it" in done.stderr


@pytest.mark.skipif(not numerics.wide(), reason="DID NOT RUN: needs a processor with AVX-512")
def test_kernels_that_were_chosen_before_are_told():
    done = python(f"import torch\ntorch.ones(9).exp()\n{SHOW}")
    assert "PyTorch computed something before; import multihead first" in done.stderr


def test_an_old_processor_gets_kernels_it_has(monkeypatch):
    monkeypatch.setattr(
        torch.cpu, "get_capabilities", lambda: {"architecture": "x86_64", "avx2": False}
    )
    assert numerics.wanted() == {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE"}
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"architecture": "aarch64"})
    assert numerics.wanted() == {}
