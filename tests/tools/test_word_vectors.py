"""The vectors of words that the search loads: which words, and how their numbers are written."""

import base64
import json

import numpy as np

from tools.authors import word_vectors

INDEX = {
    "records": [{"title": "A “Gate”", "text": "d_head, 3 K's", "words": "Shut"}],
    "synonyms": [["key", "W_K"]],
}


def test_the_words_are_those_of_records_and_synonyms():
    script = f"let x;\nglobalThis.searchIndex = {json.dumps(INDEX)};\nlet y;"
    assert word_vectors.words_of(script) == ["gate", "head", "key", "shut"]


def test_each_word_has_a_vector_and_similar_words_similar_ones():
    words = ["delete", "erase", "bank", "transformer"]
    vectors = word_vectors.vectors_of(words)
    delete, erase, bank, _ = vectors
    assert delete @ erase > 0.5 > delete @ bank
    np.testing.assert_allclose((vectors**2).sum(axis=1), 1, atol=1e-5)


def test_numbers_are_written_as_half_bytes():
    steps = np.array([[7, -7, 1], [0, -1, 3], [2, 5, -4]])[:, [0, 1, 2, 0]]
    numbers = np.frombuffer(word_vectors.in_half_bytes(steps.astype(float)), np.int8)
    assert [*(numbers >> 4)] == [*steps[:, ::2].flat]
    assert [*(np.left_shift(numbers, 4) >> 4)] == [*steps[:, 1::2].flat]


def test_the_stored_file_has_a_vector_for_each_word():
    stored = json.loads(word_vectors.TARGET.read_text("utf-8"))
    n_words = len(stored["words"].split())
    assert n_words > 3000
    assert len(base64.b64decode(stored["numbers"])) == n_words * word_vectors.SIZE // 2
