"""What ``bench/heads_of_smollm2.py`` stored of the heads of SmolLM2-135M; no weights are here."""

from pathlib import Path
from typing import Any

from multihead import results

SMOLLM2_FILE = Path(__file__).parents[2] / "real_text" / "smollm2.json"


def smollm2_heads() -> dict[str, Any]:
    """Return how all 270 heads attend to repeated random words, and what ablations leave of it.

    ``bench/heads_of_smollm2.py`` says what each entry is.
    """
    return results.read(SMOLLM2_FILE)["found"]
