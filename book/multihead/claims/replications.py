"""Results of every claim of the book on fresh seeds and with other kernels and thread counts.

``bench/replicate.py`` writes `replications.json`; the page *How sure are we?* and the tests read
it through this module.
"""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import binom, norm

BOOK = Path(__file__).parents[2]
FILE = BOOK / "replications.json"
ENOUGH = 4  # standard deviations between the values found and a bound


def load() -> dict[str, dict[str, Any]]:
    """Read the replications: for each chapter its runs as (set, path), claims and digest."""
    return json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}


def keep(chapter: str, made_from: str, runs: list[list], claims: list[dict]) -> None:
    """Replace the stored replications of one chapter."""
    whole = load() | {chapter: {"made_from": made_from, "runs": runs, "claims": claims}}
    text = json.dumps(dict(sorted(whole.items())), ensure_ascii=False, indent=1)
    # Put each list of numbers on one line.
    text = re.sub(r"\[\s+([^][{}]*?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text)
    half = FILE.with_suffix(".part")
    half.write_text(text + "\n", "utf-8")
    half.replace(FILE)


def margin(claim: dict[str, Any]) -> float:
    """Return how far the values found are from the nearest bound, in standard deviations.

    For a share, this is the chance that a new run breaks the bound, if each of its seeds holds as
    often as in all replications together, converted to standard deviations of a normal
    distribution.
    """
    values = values_of(claim)
    if not np.isfinite(values).all():
        return -np.inf
    above = -np.inf if claim["above"] is None else claim["above"]
    below = np.inf if claim["below"] is None else claim["below"]
    if claim["kind"] == "share":
        n, all_seeds = claim["seeds"], claim["seeds"] * len(values)
        often = (values.sum() * n + 0.5) / (all_seeds + 1)  # never quite 0 or 1
        counts = np.arange(n + 1)
        breaks = (counts / n <= above) | (counts / n >= below)
        return float(norm.isf(binom.pmf(counts, n, often)[breaks].sum().clip(1e-300, 1)))
    room = min(values.mean() - above, below - values.mean())
    return float(room / max(values.std(ddof=1), 1e-12))


def ends(claim: dict[str, Any]) -> tuple[float, float]:
    """Smallest and largest value over all replications."""
    values = values_of(claim)
    return float(np.nanmin(values)), float(np.nanmax(values))


def share_that_holds(claim: dict[str, Any]) -> float:
    """Share of replications in which the claim holds, from 0 to 1."""
    values, above, below = values_of(claim), claim["above"], claim["below"]
    fine = np.isfinite(values)
    if above is not None:
        fine &= values > above
    if below is not None:
        fine &= values < below
    return float(fine.mean())


def written(claim: dict[str, Any], value: float | None) -> str:
    """Write a value with three digits; a share in percent."""
    if value is None:
        return "–"
    return f"{value:.0%}" if claim["kind"] == "share" else f"{value:.3g}"


def bounds(claim: dict[str, Any]) -> str:
    return " and ".join(f"{k} {claim[k]:g}" for k in ("above", "below") if claim[k] is not None)


def values_of(claim: dict[str, Any]) -> np.ndarray:
    """What was found in each run, that of the page first; NaN where there was none."""
    return np.array([np.nan if v is None else v for v in claim["found"]])
