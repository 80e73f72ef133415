"""The exact pins of everything that `make test` installs from PyPI, as the files state them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Not the hub's: only bench/hub.py installs them, into an environment of its own.
FILES = ("requirements.txt", "grading/requirements.txt", "tools/requirements.txt")
NOT_CHOSEN = re.compile(r"^# what (?:that needs|those need)$", re.M)
PIN = re.compile(r"^([\w.-]+)==([\w.!+-]+)", re.M)


def read_pins(text: str) -> dict[str, str]:
    return dict(PIN.findall(text))


def all_pins() -> dict[str, str]:
    """Return the version of every package by its name."""
    texts = ((ROOT / file).read_text("utf-8") for file in FILES)
    return {name: pin for text in texts for name, pin in read_pins(text).items()}


def direct_pins() -> dict[str, str]:
    """Return the pins that we chose; what these need in turn stands under a heading of its own."""
    pins = {}
    for file in FILES:
        chosen, _ = NOT_CHOSEN.split((ROOT / file).read_text("utf-8"))
        pins |= read_pins(chosen)
    return pins
