"""Trainings of the chapters have the same bits on other processors, and alone or with others."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
import training_forms
from conftest import ROOT
from multihead import numerics

SCRIPT = [sys.executable, str(ROOT / "tests/library/training_forms.py")]
EMULATED = ["Haswell", "EPYC-Rome"]  # Intel's first with AVX2, and AMD's of 2019
# Seed 17 of two heads on the two look-ups after 100 steps, on every x86-64 processor with AVX2.
SEED_17 = "53e08816f5af5cf8"


def unset_numerics() -> dict[str, str]:
    """Return the environment without the variables that importing the library sets."""
    numeric_variables = ("ATEN_CPU_CAPABILITY", "MKL_CBWR", "OMP_NUM_THREADS")
    return {k: v for k, v in os.environ.items() if k not in numeric_variables}


@pytest.fixture(scope="module")
def recording(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("forms") / "forms.pkl"
    completed = subprocess.run([*SCRIPT, "record", str(file)], capture_output=True, text=True)
    assert completed.returncode == 0, completed.stderr[-2000:]
    return file


@pytest.fixture(scope="module")
def results(recording) -> dict[str, dict]:
    """The results of every form by processor; all processors run at the same time.

    Two are emulated, on Linux on x86-64. This machine's own is the third, if it has AVX2.
    """
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        pytest.skip("DID NOT RUN: other processors can be emulated only on Linux on x86-64")
    emulator = os.environ.get("QEMU") or shutil.which("qemu-x86_64")
    assert emulator, "no qemu-x86_64: `make test` gets one, or install qemu-user"
    how = {name: [emulator, "-cpu", name, *SCRIPT, "sample"] for name in EMULATED}
    if numerics.kernel_variables()["ATEN_CPU_CAPABILITY"] == "avx2":
        how["this one"] = [*SCRIPT, "replay"]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": unset_numerics()}
    started = {
        name: subprocess.Popen([*command, str(recording)], **piped) for name, command in how.items()
    }
    try:
        ended = {name: process.communicate(timeout=900) for name, process in started.items()}
    finally:
        for process in started.values():
            process.kill()
    for name, (_, errors) in ended.items():
        assert started[name].returncode == 0, f"{name}: {errors.decode()[-2000:]}"
    return {name: json.loads(printed) for name, (printed, _) in ended.items()}


@pytest.mark.long
def test_every_training_of_every_chapter_is_recorded(results):
    reached = {
        place
        for form in results["Haswell"]["forms"]
        for place in form.rsplit(" #", 1)[0].split(" <- ")
    }
    called = set().union(*map(training_forms.call_sites, (ROOT / "book").glob("*.ipynb")))
    assert len(called) > 20
    assert called - reached == set()
    by_hand = {f"chapter {n} {name}" for n, of in training_forms.BY_HAND.items() for name in of}
    assert by_hand <= set(results["Haswell"]["forms"])


@pytest.mark.long
def test_different_processors_ran_with_the_same_settings(results):
    processors = {result["by"][0] for result in results.values()}
    assert len(processors) == len(results) >= len(EMULATED)
    expected = {**numerics.in_force(), "kernels": "avx2", "products": "COMPATIBLE", "threads": 1}
    assert [result["by"][1] for result in results.values()] == [expected] * len(results)


@pytest.mark.long
def test_trainings_of_chapters_have_the_same_bits_on_every_processor(results):
    one, *others = ({k: v["digest"] for k, v in r["forms"].items()} for r in results.values())
    for other in others:
        assert {form for form in one if one[form] != other[form]} == set()


@pytest.mark.long
def test_a_seed_among_others_is_the_seed_alone_on_every_processor(results):
    for name, result in results.items():
        alone = {form: v["alone"] for form, v in result["forms"].items() if "alone" in v}
        assert len(alone) > 20
        assert {form for form in alone if not alone[form]} == set(), name


@pytest.mark.long
def test_seed_17_is_the_same_model_everywhere(results):
    """A new version of PyTorch may change this model, another processor may not."""
    assert {name: result["seed 17"] for name, result in results.items()} == dict.fromkeys(
        results, SEED_17
    )


@pytest.mark.slow
@pytest.mark.skipif(not torch.cpu.get_capabilities().get("avx2"), reason="other kernels")
def test_seed_17_is_the_same_model_here():
    completed = subprocess.run(
        [*SCRIPT, "seed"], capture_output=True, env=unset_numerics(), check=True
    )
    assert json.loads(completed.stdout) == SEED_17


def python(code: str, **variables: str) -> subprocess.CompletedProcess:
    """Run code in a fresh Python in which the numerics are not set."""
    environment = unset_numerics() | {"PYTHONPATH": str(ROOT / "book"), **variables}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )


SHOW = "from multihead import numerics; print(numerics.in_force())"


def test_importing_the_library_pins_the_numerics():
    completed = python(f"import torch\n{SHOW}")
    settings = numerics.kernel_variables()
    assert completed.stdout.strip() == str(
        {
            "torch": torch.__version__,
            "kernels": settings.get("ATEN_CPU_CAPABILITY", numerics.in_force()["kernels"]),
            "products": settings.get("MKL_CBWR"),
            "threads": 1,
        }
    )
    assert "Warning" not in completed.stderr


def test_a_variable_that_is_set_is_kept_with_a_warning(monkeypatch):
    monkeypatch.setattr(numerics, "kernel_variables", lambda: {"MKL_CBWR": "COMPATIBLE"})
    monkeypatch.setenv("MKL_CBWR", "AVX2")
    with pytest.warns(RuntimeWarning, match="MKL_CBWR=AVX2.*unset"):
        numerics.pin()
    assert os.environ["MKL_CBWR"] == "AVX2"


def test_kernels_that_were_chosen_before_give_a_warning(monkeypatch):
    """This process has chosen its kernels, so another choice comes too late."""
    monkeypatch.setattr(numerics, "kernel_variables", lambda: {"ATEN_CPU_CAPABILITY": "wished for"})
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "")
    monkeypatch.delenv("ATEN_CPU_CAPABILITY")
    with pytest.warns(RuntimeWarning, match="kernels.*import multihead first"):
        numerics.pin()


def test_an_old_processor_gets_kernels_it_has(monkeypatch):
    monkeypatch.setattr(
        torch.cpu, "get_capabilities", lambda: {"architecture": "x86_64", "avx2": False}
    )
    assert numerics.kernel_variables() == {
        "ATEN_CPU_CAPABILITY": "default",
        "MKL_CBWR": "COMPATIBLE",
    }
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"architecture": "aarch64"})
    assert numerics.kernel_variables() == {}
