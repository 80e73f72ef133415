"""Choose the text of the chapter on real text: its wheels and its tokens.

    .venv/bin/python tools/authors/real_text.py --fetch    # only the wheels that text.json names
    .venv/bin/python tools/authors/real_text.py --again    # read the same wheels and cut them again
    .venv/bin/python tools/authors/real_text.py            # write the files of book/real_text/ anew

Writing them anew takes the packages below in the versions of requirements-hashes.txt, and every
seed has to be trained again: the stored ones know another text.
"""

import argparse
import hashlib
import inspect
import re
import subprocess
import sys
import tempfile
import zipfile
from email import message_from_bytes
from functools import cache
from pathlib import Path

import numpy as np
from book_site import fingerprint
from multihead import results
from multihead.real_text import BytePairs, code_of_wheels, learn_tokens, stored_pairs
from multihead.real_text.stored import STORED_TEXT
from multihead.real_text.text_training import TEXT_SIZES

ROOT = Path(__file__).parents[2]
WHEELS = ROOT / "_build" / "real_text" / "wheels"
# Of many authors; only wheels that are the same for every system.
LEARNT = (
    *("anyio", "asttokens", "beautifulsoup4", "executing", "fsspec", "h11", "httpcore", "httpx"),
    *("ipykernel", "ipython", "jedi", "jsonschema", "jupyter-client", "jupyter-server"),
    *("markdown-it-py", "mistune", "nbclient", "nbconvert", "nbformat", "networkx", "packaging"),
    *("parso", "platformdirs", "pluggy", "prompt-toolkit", "pytest", "requests", "soupsieve"),
    *("sortedcontainers", "tabulate", "toolz", "trio", "typing-extensions"),
)
READS = """
from multihead.real_text import code_of_wheels, learn_tokens, stored_pairs
code_of_wheels, learn_tokens, stored_pairs
"""
HELD_OUT = ("attrs", "click", "jinja2", "pyparsing", "tqdm", "traitlets", "urllib3")


def fetch() -> None:
    """Let pip download the wheels that are not there; it compares their hashes."""
    pinned = [
        f"{package['name']}=={package['version']} --hash=sha256:{package['sha256']}"
        for package in described()["packages"]
        if not (WHEELS / package["wheel"]).is_file()
    ]
    if pinned:
        download(pinned, WHEELS)


def download(pinned: list[str], folder: Path) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as pins:
        pins.write("\n".join(pinned) + "\n")
        pins.flush()
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "-qq"]
        wheels = ["--only-binary", ":all:", "--platform", "any", "--dest", str(folder)]
        pip_run = subprocess.run([*pip, "--no-deps", "--require-hashes", *wheels, "-r", pins.name])
    if pip_run.returncode:
        raise SystemExit("pip could not download the text (see above); this needs a network")


def described() -> dict:
    """Return what text.json says: the two parts of the text, and the packages of each."""
    return results.read(STORED_TEXT / "text.json")


@cache
def text_of(part: str) -> str:
    """Return the text of one part, ``"learnt"`` or ``"held out"``, and fetch it if need be."""
    fetch()
    hashes = {p["wheel"]: p["sha256"] for p in described()["packages"] if p["part"] == part}
    return "".join(code_of_wheels(hashes, WHEELS).values())


def tokens_of(part: str) -> np.ndarray:
    """Return the token numbers of one part."""
    return np.array(stored_pairs().encode(text_of(part)), dtype=np.int16)


def line_starts(tokens: np.ndarray, pairs: BytePairs) -> np.ndarray:
    """Return where lines begin."""
    begins = np.array([token.startswith("\n") for token in pairs.tokens])
    return np.flatnonzero(begins[tokens])


def describe(part: str, names: tuple[str, ...]) -> list[dict]:
    """Download the pinned wheels of one part, and describe each."""
    pins = (ROOT / "requirements-hashes.txt").read_text("utf-8")
    pinned = [re.findall(rf"^{name}==\S+(?: \\\n +--hash=\S+)*", pins, re.M)[0] for name in names]
    with tempfile.TemporaryDirectory(dir=WHEELS.parent) as folder:
        download(pinned, Path(folder))
        wheels = [path.rename(WHEELS / path.name) for path in sorted(Path(folder).iterdir())]
    return [
        {
            "name": wheel.name.split("-")[0].replace("_", "-"),
            "version": wheel.name.split("-")[1],
            "part": part,
            "licence": licence(wheel),
            "wheel": wheel.name,
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        }
        for wheel in wheels
    ]


def licence(wheel: Path) -> str:
    """Return what a wheel says of its licence."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = (n for n in files.namelist() if n.endswith(".dist-info/METADATA"))
        about = message_from_bytes(files.read(name))
    trove = [c for c in about.get_all("Classifier") or () if c.startswith("License :: ")]
    classifiers = " AND ".join(c.split(" :: ")[-1] for c in trove)
    return about.get("License-Expression") or classifiers or about.get("License", "")


def made_from() -> str:
    """Hash what reads the text of its wheels, and cuts it to tokens."""
    reads = map(inspect.getsource, (text_of, tokens_of))
    return fingerprint.of_source(READS, *reads)


def write_anew(packages: list[dict]) -> None:
    """Write text.json and tokens.json, of packages that :func:`describe` describes."""
    write_json("text.json", packages=packages)
    write_json("tokens.json", tokens=learn_tokens(text_of("learnt"), TEXT_SIZES["n_symbols"]))
    parts = {}
    for part in ("learnt", "held out"):
        text, tokens = text_of(part), tokens_of(part)
        parts[part] = {
            "characters": len(text),
            "tokens": len(tokens),
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
        }
    write_json("text.json", **parts, packages=packages)


def write_json(name: str, **content: object) -> None:
    results.write(STORED_TEXT / name, results.sealed(made_from(), **content))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fetch", action="store_true", help="only download the wheels")
    parser.add_argument("--again", action="store_true", help="read the same packages again")
    options = parser.parse_args()
    WHEELS.mkdir(parents=True, exist_ok=True)
    if options.fetch:
        fetch()
    elif options.again:
        write_anew(described()["packages"])
    else:
        write_anew(describe("learnt", LEARNT) + describe("held out", HELD_OUT))


if __name__ == "__main__":
    main()
