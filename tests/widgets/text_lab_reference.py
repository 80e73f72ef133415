"""What Python makes of texts, and PyTorch of lines, that TextLab's page cuts and runs."""

import base64
from itertools import product
from typing import Any

import numpy as np
from multihead.real_text import stored_pairs, stored_seed
from multihead.real_text.byte_pairs import ALPHABET
from multihead.widgets import TextLab
from multihead.widgets.text_lab.examples import EXAMPLES
from multihead.widgets.text_lab.token_text import token_label
from small_widgets import text_lab

ON = ([0, 1, 2, 3, 4, 5], [1, 2, 5], [0, 3, 4], [])
TEXTS = ("self.a = self.b", "x", "  self.self\n    a[b]:")
LONG = "\n".join(EXAMPLES.values())


def reference() -> dict[str, Any]:
    small = text_lab()
    stored = TextLab(LONG, models={0: stored_seed(0)[0]})
    assert len(stored.tokens) == 64
    stored_on = ([*range(8)], [0, 2, 3, 5, 6, 7])
    return {
        "small": carried(small),
        "cases": [run(small, *case) for case in product(range(3), ON, TEXTS)],
        "stored": carried(stored),
        "stored_cases": [run(stored, 0, on, LONG) for on in stored_on],
        "cut": [[text, stored_pairs().encode(text)] for text in texts()],
        "labels": [token_label(token) for token in stored_pairs().tokens],
    }


def texts() -> list[str]:
    """Code, and characters in any order, of which many are blanks."""
    rng = np.random.default_rng(0)
    letters = [*ALPHABET, *(40 * " "), *(20 * "\n"), *(9 * "self_return")]
    noise = ["".join(rng.choice(letters, size=rng.integers(60))) for _ in range(200)]
    return [*EXAMPLES.values(), *noise]


def carried(lab: TextLab) -> dict[str, Any]:
    state = lab.get_state(("_sizes", "_tokens", "_seeds", "_shapes"))
    return {"state": state, "weights": base64.b64encode(lab._carried).decode()}


def run(lab: TextLab, seed: int, on: list[int], text: str) -> dict[str, Any]:
    lab.seed, lab.heads, lab.text = seed, on, text
    numbers = {
        "patterns": lab.patterns(),
        "next": lab.next_token(),
        "loss": np.array(lab.loss()),
        "costs": lab.costs().ravel(),
    }
    case = {"seed": seed, "on": on, "text": text, "tokens": lab.tokens}
    return case | {name: array.tolist() for name, array in numbers.items()}
