"""Results of every claim of the book on fresh seeds and with other kernels and thread counts.

``bench/replicate.py`` writes `replications.json`; the page *How sure are we?* and the tests read
it through this module.
"""

import json
import re
from pathlib import Path
from typing import Any

from multihead.claims.statement import Claim

BOOK = Path(__file__).parents[2]
FILE = BOOK / "replications.json"
ENOUGH = 4  # standard deviations between the values found and a bound


def load(file: Path | None = None) -> dict[str, dict[str, Any]]:
    """Read the replications: for each chapter its runs as (set, path), claims and digest."""
    return {
        chapter: kept | {"claims": [Claim.stored(claim) for claim in kept["claims"]]}
        for chapter, kept in _read(file or FILE).items()
    }


def keep(chapter: str, made_from: str, runs: list[list], claims: list[Claim]) -> None:
    """Replace the stored replications of one chapter."""
    stored = [claim.to_store() for claim in claims]
    whole = _read(FILE) | {chapter: {"made_from": made_from, "runs": runs, "claims": stored}}
    text = json.dumps(dict(sorted(whole.items())), ensure_ascii=False, indent=1)
    # Put each list of numbers on one line.
    text = re.sub(r"\[\s+([^][{}]*?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text)
    half = FILE.with_suffix(".part")
    half.write_text(text + "\n", "utf-8")
    half.replace(FILE)


def _read(file: Path) -> dict[str, dict[str, Any]]:
    return json.loads(file.read_text("utf-8")) if file.exists() else {}
