"""A model of real text: the code that it learns from, its tokens, its heads, the stored seeds.

It may import `heads`, `train`, `attention` and what stands below them; nothing that draws. What is
stored stands in `book/real_text/`. No chapter trains these models: `bench/real_text.py` does.
"""

from multihead.real_text.byte_pairs import BytePairs, learn_tokens
from multihead.real_text.code_text import code_of_wheels
from multihead.real_text.habits import habit_share, habits
from multihead.real_text.stored import (
    Similarity,
    stored_guesses,
    stored_heads,
    stored_pairs,
    stored_seed,
    stored_seeds,
    stored_similarity,
    stored_windows,
)
from multihead.real_text.text_model import DistanceAttention, TextModel
from multihead.real_text.text_training import (
    TextTraining,
    copying_costs,
    repeated,
    rises_by_token,
    untrained_model,
)

__all__ = [
    "BytePairs",
    "DistanceAttention",
    "Similarity",
    "TextModel",
    "TextTraining",
    "code_of_wheels",
    "copying_costs",
    "habit_share",
    "habits",
    "learn_tokens",
    "repeated",
    "rises_by_token",
    "stored_guesses",
    "stored_heads",
    "stored_pairs",
    "stored_seed",
    "stored_seeds",
    "stored_similarity",
    "stored_windows",
    "untrained_model",
]
