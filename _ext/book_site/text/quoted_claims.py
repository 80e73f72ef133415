"""Which claims people quote: those of cards, summaries, short answers and the last chapter.

`book/quoted.toml` says which claims each of these places rests on, and in which words the place, or
one of several, says where a claim ends.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

LAST_CHAPTER = "21-what-to-take-away"
QUESTION_PAGES = ("questions", "layer-questions")
SUMMARY = "## What we now know"


def read(root: Path) -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(root, "book/quoted.toml").read_text("utf-8"))


def places(root: Path) -> dict[str, list[str]]:
    """Return for each quoted claim, by its id, the places that quote it, named as by `texts`."""
    places_by_claim: dict[str, list[str]] = {}
    quotes = read(root)
    for kind in ("cards", "summaries", "questions"):
        for place, claims in quotes[kind].items():
            for id in claims:
                places_by_claim.setdefault(id, []).append(f"{kind}: {place}")
    for id in claims_in_last_chapter(root):
        places_by_claim.setdefault(id, []).append(f"chapter {LAST_CHAPTER[:2]}")
    return places_by_claim


def claims_in_last_chapter(root: Path) -> list[str]:
    """Find the claims that the last chapter names in its code."""
    stored = json.loads(Path(root, "book/replications.json").read_text("utf-8"))
    claim_ids = {claim["id"] for chapter in stored.values() for claim in chapter["claims"]}
    code = "".join(cell_sources(Path(root, "book", f"{LAST_CHAPTER}.ipynb"), "code"))
    return [text for text in re.findall(r'"([^"\n]+)"', code) if text in claim_ids]


def text_by_place(root: Path) -> dict[str, str]:
    """Return what a card, a summary or an answer says, with what its page says of all."""
    home = page_text(root, "intro")
    below_cards = home.rpartition("\n: ")[2].partition("\n\n")[2]
    cards = re.findall(r"^\[(\d\d) [^\n]*\n: (.*)$", home, re.M)
    texts = {f"cards: {number}": text + below_cards for number, text in cards}
    for answers in (page_text(root, page) for page in QUESTION_PAGES):
        intro = answers.partition("\n## ")[0]
        entries = re.findall(r"^### ([^\n]+)\n(.*?)(?=^##|\Z)", answers, re.S | re.M)
        texts |= {f"questions: {heading}": intro + text for heading, text in entries}
    for path in sorted(Path(root, "book").glob("*.ipynb")):
        prose = "\n\n".join(cell_sources(path, "markdown"))
        if SUMMARY in prose:
            summary = prose.partition(SUMMARY)[2].partition("\n## ")[0]
            texts[f"summaries: {number_or_name(path.stem)}"] = summary
        if path.stem == LAST_CHAPTER:
            texts[f"chapter {LAST_CHAPTER[:2]}"] = prose
    return texts


def number_or_name(stem: str) -> str:
    """Return a chapter's number, or the name of a side road, which has none."""
    return stem[:2] if stem[0].isdigit() else stem


def page_text(root: Path, page: str) -> str:
    return Path(root, "book", f"{page}.md").read_text("utf-8")


def cell_sources(path: Path, kind: str) -> list[str]:
    all_cells = json.loads(path.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in all_cells if cell["cell_type"] == kind]
