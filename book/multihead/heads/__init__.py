"""What heads do: what they look at, how they differ, how much they matter, which is which.

It may import `train`, `tasks`, `attention`, `validation`, `setting` and `numerics`; nothing that
draws.
"""

from multihead.heads.casts import (
    consensus_clusters,
    dealt,
    matched_similarity,
    recognised,
    standing_out,
    twins,
)
from multihead.heads.difference import (
    content_cosine,
    linear_cka,
    matching_matrix_cosine,
    output_cosine,
    pattern_cosine,
    pattern_js,
    pattern_overlap,
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
from multihead.heads.separate import (
    SeparateHead,
    SumOfParts,
    head_pair,
    matrix,
    measure_pairs,
    patterns_apart,
)

__all__ = [
    "Pair",
    "SeparateHead",
    "SumOfParts",
    "ablation",
    "collect",
    "consensus_clusters",
    "content_cosine",
    "dealt",
    "effective_heads",
    "effective_number",
    "gradient_importance",
    "head_pair",
    "linear_cka",
    "match_heads",
    "matched_similarity",
    "matching_matrix_cosine",
    "matrix",
    "mean_pattern",
    "mean_square",
    "measure_pairs",
    "output_cosine",
    "pattern_cosine",
    "pattern_js",
    "pattern_overlap",
    "patterns_apart",
    "rank_correlation",
    "recognised",
    "share_back",
    "standing_out",
    "subspace_overlap",
    "twins",
    "written",
]
