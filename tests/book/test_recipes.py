"""What pages and guides let people type runs: their Python here, their commands as far as they can.

Elsewhere are those that take minutes or another machine: sweeps over processes
(`test_machines.py`), the console of instructors (`test_instructor_page.py`), hubs (`test_hub.py`).
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers
from book_site.learners.own_model_notebook import section
from conftest import ROOT
from multihead import claims
from tokenizers import Tokenizer, models, pre_tokenizers

MAKE = (ROOT / "Makefile").read_text("utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "book").glob("*.md"))]
BLOCK = re.compile(r"^( *)```(bash|console|python|ipython3)\n(.*?)^\1```$", re.M | re.S)
TO_FILL_IN = ("20-what-is-lost", "<name>")
HOW_TO = (ROOT / "book" / "how-to.md").read_text("utf-8")


def blocks(*kinds: str) -> list:
    """Return the code of some kinds on all pages, as parameters of a test."""
    return [
        pytest.param(code, id=f"{path.name}-{number}")
        for path in PAGES
        for number, (_, kind, code) in enumerate(BLOCK.findall(path.read_text("utf-8")), 1)
        if kind in kinds
    ]


def commands(text: str, kind: str = "bash") -> list[list[str]]:
    """Split what is typed into commands, and these into words."""
    if kind == "console":
        text = "\n".join(re.findall(r"^\$ (.+)$", text, re.M))
    lines = text.replace("\\\n", " ").splitlines()
    typed = [part for line in lines for part in re.split(r" && ", line)]
    words = [shlex.split(part, comments=True) for part in typed]
    return [drop_settings(line) for line in words if line]


def drop_settings(words: list[str]) -> list[str]:
    """Drop sudo and what is set for one command."""
    while words[0].startswith("sudo") or re.match(r"\w+=", words[0]):
        words = words[2:] if words[:2] == ["sudo", "-E"] else words[1:]
    return words


def wrong_target(words: list[str]) -> list[str]:
    """Name the targets and variables that the Makefile lacks."""
    settings = [word.partition("=") for word in words]
    return [
        name
        for name, is_set, _ in settings
        if not re.search(rf"\b{name}\b \?=|\$\({name}\)" if is_set else rf"^{name}:", MAKE, re.M)
    ]


def wrong_flags(words: list[str], program_text: str) -> list[str]:
    """Name the flags that are no word of a program's own text."""
    flags = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    return [flag for flag in flags if not re.search(rf"(?<![\w-]){flag}(?![\w-])", program_text)]


def wrong_files(words: list[str]) -> list[str]:
    """Name the files of the repository that are not there."""
    paths = [word for word in words if re.fullmatch(r"\w[\w./-]*\.(py|txt|ipynb|yaml)", word)]
    concrete = [path for path in paths if not any(part in path for part in TO_FILL_IN)]
    return [path for path in concrete if not any((ROOT / f / path).exists() for f in ("", "book"))]


def help_of(program: str, words: list[str]) -> str:
    """Return what a program of the environment says of its flags."""
    command = [Path(sys.executable).parent / program, *words]
    completed = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True)
    return completed.stdout


def troubles(words: list[str]) -> list[str]:
    """Name what of a command is not there."""
    program, *arguments = words
    if program == "make":
        return wrong_target(arguments)
    bad = wrong_files(arguments)
    name = program.rpartition(".venv/bin/")[2]
    if name == program:
        return bad  # of the system, or of another machine
    if not (Path(sys.executable).parent / name).exists():
        return [program]
    if name == "python" and arguments[0].endswith(".py") and not bad:
        return wrong_flags(arguments[1:], (ROOT / arguments[0]).read_text("utf-8"))
    if name == "python" and arguments[0] == "-m":
        return bad + [arguments[1] for path in [ROOT / arguments[1]] if not path.is_dir()]
    if name not in ("jupyter", "dask"):
        return bad
    flags = [word for word in arguments if word.startswith("-")]
    return bad + (wrong_flags(flags, help_of(name, arguments[:1])) if flags else [])


@pytest.mark.parametrize("code", blocks("bash"))
def test_commands_name_what_is_there(code):
    assert [trouble for words in commands(code) for trouble in troubles(words)] == []


@pytest.mark.parametrize("code", blocks("console"))
def test_commands_of_a_console_name_what_is_there(code):
    assert [bad for words in commands(code, "console") for bad in troubles(words)] == []


OWN = section(HOW_TO, "Look at the heads of your own model")
BLOCKS_OF_OWN = [(kind, code) for _, kind, code in BLOCK.findall(OWN)]  # they run together, below
ALONE = [
    block
    for block in blocks("python")
    if "scheduler=" not in block.values[0] and ("python", block.values[0]) not in BLOCKS_OF_OWN
]


@pytest.mark.parametrize("code", ALONE)
def test_python_runs(code):
    measured = {"r2": np.full(20, 0.99), "job": np.arange(20) % 2}  # what the guide's chapter has
    exec(code, {name: getattr(claims, name) for name in claims.__all__} | measured)


SEED_LINE, SETTING_LINE = (block.values[0] for block in blocks("ipython3"))


def printed_after(line: str, code: str) -> str:
    completed = subprocess.run(
        [sys.executable, "-m", "IPython", "-c", f"{line}\n{code}"],
        env=os.environ | {"PYTHONPATH": str(ROOT / "book")},
        capture_output=True,
        text=True,
        check=True,
    )
    return completed.stdout


def test_another_set_of_seeds_is_chosen_as_the_page_says():
    code = "from multihead.train.data import SEED_SET; print('set', SEED_SET)"
    (number,) = re.findall(r"=(\d+)", SEED_LINE)
    assert f"set {number}\n" in printed_after(SEED_LINE, code)


def test_another_setting_is_chosen_as_the_page_says():
    code = "from multihead import setting; print('setting', setting.current())"
    chosen = SETTING_LINE.partition("=")[2].strip()
    assert f"setting {chosen}\n" in printed_after(SETTING_LINE, code)


# ---- A model of Hugging Face ----------------------------------------------------------------

WORDS = ["the", "cat", "sat", "on", "it"]


@pytest.fixture
def random_gpt2(tmp_path, monkeypatch):
    """A small random GPT-2 stands where the recipe's `gpt2` is downloaded from."""
    words = models.WordLevel(dict(zip(WORDS, range(5), strict=True)), unk_token="it")
    tokenizer = Tokenizer(words)
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="it")
    sizes = {"vocab_size": 5, "n_positions": 8, "n_embd": 12, "n_layer": 2, "n_head": 3}
    torch.manual_seed(0)
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config(**sizes))
    for part in (fast, model):
        part.save_pretrained(tmp_path / "gpt2")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


def test_the_recipe_for_your_own_model_gives_what_its_table_says(random_gpt2):
    def code(part):
        exec(part, found)
        return found

    found = {}
    first, lines, last = [part for kind, part in BLOCKS_OF_OWN if kind == "python"]
    assert len(lines.splitlines()) == 5
    code(first + lines)
    seen, (layer, _) = found["seen"], found["seen"].layers
    assert found["words"] == WORDS[:-1]
    assert seen.pattern.shape == (2, 1, 3, 4, 4)
    assert layer.z.shape == (1, 3, 4, 4)
    assert seen.written.shape == (2, 1, 3, 4, 12)
    torch.testing.assert_close(seen.written[0], layer.written)
    bias = found["model"].transformer.h[0].attn.c_proj.bias
    torch.testing.assert_close(layer.written.sum(1) + bias, layer.output)
    assert found["explorer"].heads == [0, 1, 2]
    assert found["n_eff"].shape == (2,)
    assert str(found["own"]).count("attn.c_proj: 3 heads") == 2
    cost = found["cost"]
    code(last)
    torch.testing.assert_close(found["cost"], cost)
    assert found["gate"].grad.shape == cost.shape == (2, 3)
    eager = found["model"]
    assert eager(found["x"], output_attentions=True).attentions == ()
    eager.set_attn_implementation("eager")
    attentions = eager(found["x"], output_attentions=True).attentions
    torch.testing.assert_close(torch.stack(attentions), seen.pattern)


def test_the_version_of_transformers_is_the_pinned_one():
    (pin,) = re.findall(r"^transformers==.+$", (ROOT / "requirements.txt").read_text(), re.M)
    assert f"`pip install {pin}`" in HOW_TO
