"""Which claims people quote: those of cards, summaries, short answers and the last chapter.

`book/quoted.toml` says which claims each of these places rests on, and in which words the place, or
one of several, says where a claim ends.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

LAST = "19-what-to-take-away"
SUMMARY = "## What we now know"


def read(root: Path) -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(root, "book/quoted.toml").read_text("utf-8"))


def places(root: Path) -> dict[str, list[str]]:
    """Return for each quoted claim, by its id, the places that quote it, named as by `texts`."""
    found: dict[str, list[str]] = {}
    listed = read(root)
    for kind in ("cards", "summaries", "questions"):
        for place, claims in listed[kind].items():
            for id in claims:
                found.setdefault(id, []).append(f"{kind}: {place}")
    for id in in_last_chapter(root):
        found.setdefault(id, []).append(f"chapter {LAST[:2]}")
    return found


def in_last_chapter(root: Path) -> list[str]:
    """Find the claims that the last chapter names in its code."""
    stored = json.loads(Path(root, "book/replications.json").read_text("utf-8"))
    known = {claim["id"] for chapter in stored.values() for claim in chapter["claims"]}
    code = "".join(cells(Path(root, "book", f"{LAST}.ipynb"), "code"))
    return [text for text in re.findall(r'"([^"\n]+)"', code) if text in known]


def texts(root: Path) -> dict[str, str]:
    """Return what a card, a summary or an answer says, with what its page says of all."""
    home, answers = text_of(root, "intro"), text_of(root, "questions")
    of_all, below = answers.partition("\n## ")[0], home.rpartition("\n: ")[2].partition("\n\n")[2]
    cards = re.findall(r"^\[(\d\d) [^\n]*\n: (.*)$", home, re.M)
    entries = re.findall(r"^### ([^\n]+)\n(.*?)(?=^##|\Z)", answers, re.S | re.M)
    made = {f"cards: {number}": text + below for number, text in cards}
    made |= {f"questions: {heading}": of_all + text for heading, text in entries}
    for path in sorted(Path(root, "book").glob("*.ipynb")):
        prose = "\n\n".join(cells(path, "markdown"))
        if SUMMARY in prose:
            summary = prose.partition(SUMMARY)[2].partition("\n## ")[0]
            made[f"summaries: {path.name[:2]}"] = summary
        if path.stem == LAST:
            made[f"chapter {LAST[:2]}"] = prose
    return made


def text_of(root: Path, page: str) -> str:
    return Path(root, "book", f"{page}.md").read_text("utf-8")


def cells(path: Path, kind: str) -> list[str]:
    every = json.loads(path.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in every if cell["cell_type"] == kind]
