"""Which claims people quote: those of cards, summaries and short answers, and all of chapter 15."""

import json
import re
import tomllib
from pathlib import Path

FILE = "book/quoted.toml"
LAST = "book/15-what-to-take-away.ipynb"
SAID_IN = {"cards": "card {}", "summaries": "summary of {}", "questions": "{}"}


def places(root: Path) -> dict[str, list[str]]:
    """Return for each quoted claim, by its name, where it is quoted."""
    found: dict[str, list[str]] = {}
    for kind, entries in tomllib.loads(Path(root, FILE).read_text("utf-8")).items():
        for place, claims in entries.items():
            for name in claims:
                found.setdefault(name, []).append(SAID_IN[kind].format(place))
    for name in in_last_chapter(root):
        found.setdefault(name, []).append("chapter 15")
    return found


def in_last_chapter(root: Path) -> list[str]:
    """Find the claims that chapter 15 names in its code."""
    file = Path(root, "book/replications.json")
    known = {c["what"] for kept in json.loads(file.read_text("utf-8")).values() for c in kept["claims"]}
    cells = json.loads(Path(root, LAST).read_text("utf-8"))["cells"]
    code = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return [text for text in re.findall(r'"([^"\n]+)"', code) if text in known]
