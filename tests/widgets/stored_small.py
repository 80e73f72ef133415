"""Seeds of a small model, stored as those of real text are, in a folder of a test."""

from pathlib import Path

from multihead.real_text import stored
from small_widgets import text_model, text_pairs

SEEDS = (0, 1, 3, 9)
SIZES = {"n_symbols": 101, "n_pos": 13, "d_model": 6, "n_heads": 3, "n_layers": 2}


def store_small_seeds(folder: Path, patch) -> None:
    """Store seeds 0, 1, 3 and 9 in a folder, and let the library find them there."""
    patch.setattr(stored, "STORED_TEXT", folder)
    patch.setattr(stored, "TEXT_SIZES", SIZES)
    patch.setattr("multihead.widgets.text_lab.widget.stored_pairs", text_pairs)
    for seed in SEEDS:
        stored.store_seed(seed, "abc", text_model(seed).state_dict(), {})
