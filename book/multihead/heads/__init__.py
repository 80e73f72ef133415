"""What heads do: what they look at, how they differ, how much they matter, which is which.

It may import `train`, `attention`, `validation` and `numerics`; nothing that draws.
"""

from multihead.heads.difference import (
    linear_cka,
    matching_matrix_cosine,
    output_cosine,
    pattern_cosine,
    pattern_js,
    subspace_overlap,
)
from multihead.heads.importance import (
    ablation,
    effective_heads,
    effective_number,
    gradient_importance,
    mean_square,
    rank_correlation,
)
from multihead.heads.looks import mean_pattern, share_back, written
from multihead.heads.matching import match_heads
from multihead.heads.pairs import Pair, collect

__all__ = [
    "Pair",
    "ablation",
    "collect",
    "effective_heads",
    "effective_number",
    "gradient_importance",
    "linear_cka",
    "match_heads",
    "matching_matrix_cosine",
    "mean_pattern",
    "mean_square",
    "output_cosine",
    "pattern_cosine",
    "pattern_js",
    "rank_correlation",
    "share_back",
    "subspace_overlap",
    "written",
]
