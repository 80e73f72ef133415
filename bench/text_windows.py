"""The text in tokens, and the windows of it that are watched. Part of bench/real_text.py."""

import numpy as np
import torch
from multihead import results
from multihead.real_text import stored_pairs
from multihead.real_text.text_training import TEXT_SIZES
from torch import Tensor

from tools.authors import real_text

STATES = real_text.WHEELS.parent
PARTS = ("learnt", "held out")
WINDOWS = 256  # of the held-out text, evenly spread


def read(part: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the tokens of a part and where lines begin; kept, since reading takes seconds."""
    kept = STATES / f"{part}-{real_text.described()[part]['sha256'][:16]}.npz"
    if not kept.is_file():
        tokens = real_text.tokens_of(part)
        np.savez(kept, tokens=tokens, starts=real_text.line_starts(tokens, stored_pairs()))
    with np.load(kept) as arrays:
        return arrays["tokens"], arrays["starts"]


def watched(every: int = 4) -> Tensor:
    """Return windows of packages that none learns; a quarter is enough to watch one learn."""
    tokens, starts = read("held out")
    n_pos = TEXT_SIZES["n_pos"]
    starts = starts[starts < len(tokens) - n_pos]
    chosen = starts[np.arange(0, WINDOWS, every) * len(starts) // WINDOWS]
    return torch.from_numpy(tokens[chosen[:, None] + np.arange(n_pos + 1)].astype(np.int64))


def text_digest(*parts: str) -> str:
    """Hash parts of the text, by their own hashes, and what cuts them to tokens."""
    text = real_text.described()
    return results.digest([[text[part]["sha256"] for part in parts], stored_pairs().tokens])
