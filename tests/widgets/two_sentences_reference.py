"""Tokens, patterns and norms of sentences by the library, and readings as they travel."""

import base64
from typing import Any

import numpy as np
from multihead.minilm import trained_weights, word_pieces
from multihead.minilm.word_pieces import vocabulary
from multihead.widgets import TwoSentences
from multihead.widgets.two_sentences.partner import partner
from multihead.widgets.two_sentences.readings import Reading, as_shown, read_minilm, written
from multihead.widgets.two_sentences.weights_file import to_bytes
from small_minilm import small_minilm, small_weights
from small_widgets import two_sentences

SENTENCES = (
    "The animal did not cross the street because it was too tired.",
    "Unaffable!",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z",
)


def reference() -> dict[str, Any]:
    weights = small_weights()
    with small_minilm(weights):
        small = [numbers(read_minilm(text)) | {"text": text} for text in SENTENCES]
    return {
        "pieces": [[text, word_pieces(text)] for text in texts()],
        "small": {"file": file_text(weights), "readings": small},
        "trained": {
            "file": file_text(trained_weights()),
            "readings": [numbers(read_minilm(text)) | {"text": text} for text in SENTENCES],
        },
        "carried": carried(two_sentences()),
        "partners": partners(),
    }


def file_text(weights: dict) -> str:
    return base64.b64encode(to_bytes(weights, [*vocabulary()])).decode()


def texts() -> list[str]:
    """Sentences, and ASCII in any order: words that are known, are not, and are too long."""
    rng = np.random.default_rng(0)
    letters = [chr(code) for code in range(32, 127)] + 40 * [" "] + 20 * [*"etaoin"]
    noise = ["".join(rng.choice(letters, size=rng.integers(60))) for _ in range(300)]
    return [*SENTENCES, "[SEP] don't ##ing", "x" * 101, "q" * 100, "", "  ", *noise]


def numbers(reading: Reading) -> dict[str, Any]:
    return {
        "tokens": [*reading.tokens],
        "patterns": np.ravel(reading.pattern).tolist(),
        "norms": np.ravel(reading.norms).tolist(),
        "written": np.ravel(written(reading)).tolist(),
    }


def carried(widget: TwoSentences) -> dict[str, Any]:
    names = ("_sizes", "_pairs", "_texts", "_tokens", "_patterns", "_norms")
    state = widget.get_state(names)
    readings = [as_shown(widget._read(text)) for text in widget._texts]
    return {
        "state": {
            name: base64.b64encode(value).decode() if isinstance(value, bytes) else value
            for name, value in state.items()
        },
        "readings": [numbers(reading) for reading in readings],
    }


def partners() -> list[list[Any]]:
    """For pairs of lists of few tokens: for each place in the first that in the second."""
    rng = np.random.default_rng(0)
    pairs = [
        [rng.choice([*"abc"], size=rng.integers(1, 8)).tolist() for _ in "ab"] for _ in "x" * 300
    ]
    return [[a, b, [partner(a, b, at) for at in range(len(a))]] for a, b in pairs]
