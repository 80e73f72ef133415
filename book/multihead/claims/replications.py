"""Results of every claim of the book on fresh seeds and with other kernels and thread counts.

``bench/replicate.py`` writes `replications.json`; the page *How sure are we?* and the tests read
it through this module.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from multihead import results
from multihead.claims.statement import Claim

BOOK = Path(__file__).parents[2]
FILE = BOOK / "replications.json"
ENOUGH = 4  # standard deviations between the values found and a bound


def load(file: Path | None = None) -> dict[str, dict[str, Any]]:
    """Read the replications: for each chapter its runs as (set, path), claims and digests."""
    return {
        chapter: entry | {"claims": [Claim.stored(claim) for claim in entry["claims"]]}
        for chapter, entry in results.read(file or FILE).items()
    }


def keep(chapter: str, made_from: str, runs: list[list], claims: list[Claim]) -> None:
    """Replace the stored replications of one chapter; a bound that moved is kept beside the new."""
    stored = load().get(chapter, {"claims": []})["claims"]
    old = {claim.id: claim for claim in stored}
    to_store = [_with_earlier_bounds(claim, old.get(claim.id)).to_store() for claim in claims]
    new = {chapter: results.sealed(made_from, runs=runs, claims=to_store)}
    results.write(FILE, dict(sorted((results.read(FILE) | new).items())))


def _with_earlier_bounds(claim: Claim, old: Claim | None) -> Claim:
    if old is None:
        return claim
    bounds = old.above, old.below
    moved = bounds != (claim.above, claim.below)
    return replace(claim, before=(*old.before, bounds) if moved else old.before)
