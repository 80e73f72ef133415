"""Make the vectors of words by which the search finds what is said in other words.

    .venv/bin/python tools/authors/word_vectors.py _build/html/_static/search_page/index.js

Each word of the search's records is given to MiniLM alone. Of its 384 numbers we keep the 48
directions in which the words differ most, in steps of 4 bits. A word that is not in the file is
only searched by its letters, so the file need not be made again for every new sentence.
"""

import base64
import json
import re
import sys
from pathlib import Path

import numpy as np
import torch
from multihead import minilm

TARGET = Path(__file__).parents[2] / "_ext/book_site/search/word_vectors.json"
SIZE, LARGEST = 48, 7
BATCH = 64


def words_of(index_script: str) -> list[str]:
    """Return the words of the records' titles, texts and further words."""
    (line,) = re.findall(r"^globalThis\.searchIndex = (.*);$", index_script, re.M)
    index = json.loads(line)
    texts = [
        f"{record['title']} {record['text']} {record.get('words', '')}"
        for record in index["records"]
    ]
    texts += [synonym for group in index["synonyms"] for synonym in group]
    return sorted(set(re.findall(r"[a-z]{2,}", " ".join(texts).lower())))


def vectors_of(words: list[str]) -> np.ndarray:
    """Return the vector that MiniLM gives to each word as a text of its own."""
    by_length: dict[int, list[int]] = {}
    for i, word in enumerate(words):
        by_length.setdefault(len(minilm.word_pieces(word)), []).append(i)
    vectors = np.zeros((len(words), 384), np.float32)
    for places in by_length.values():
        for batch in torch.tensor(places).split(BATCH):
            ids = minilm.to_ids([words[i] for i in batch])
            vectors[batch] = minilm.sentence_vector(minilm.encode(ids).token_vectors)
    return vectors


def main_directions(vectors: np.ndarray) -> np.ndarray:
    centred = vectors - vectors.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    return centred @ directions[:SIZE].T


def in_half_bytes(vectors: np.ndarray) -> bytes:
    """Write each number as a whole one from -7 to 7, two of them in a byte."""
    unit = np.quantile(np.abs(vectors), 0.995) / LARGEST
    steps = np.clip(np.rint(vectors / unit), -LARGEST, LARGEST).astype(np.uint8) & 15
    return (steps[:, ::2] << 4 | steps[:, 1::2]).tobytes()


if __name__ == "__main__":
    words = words_of(Path(sys.argv[1]).read_text("utf-8"))
    numbers = in_half_bytes(main_directions(vectors_of(words)))
    content = {"words": " ".join(words), "numbers": base64.b64encode(numbers).decode()}
    TARGET.write_text(json.dumps(content, indent=0) + "\n", "utf-8")
    print(f"{TARGET.name}: {len(words)} words, {TARGET.stat().st_size / 1000:.1f} kB")
