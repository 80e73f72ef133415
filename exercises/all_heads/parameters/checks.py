"""Inputs and reference of `parameters`: the numbers of a layer, counted."""

from multihead.attention import MultiHeadAttention, SlicedAttention

ANSWERED_BY = ["multihead.attention.MultiHeadAttention"]
KINDS = {
    "in the paper form": lambda case: case["form"] == "paper",
    "in the wide form": lambda case: case["form"] == "wide",
    "in the sliced form": lambda case: case["form"] == "sliced",
}


def cases(rng):
    made = []
    for heads, d_head in [(1, 3), (3, 1), (3, 5), (5, 3), (int(rng.choice([5, 7, 9])), 7)]:
        for form in ("paper", "wide", "sliced"):
            made.append({"d_model": heads * d_head, "n_heads": heads, "form": form})
    return made


def reference(d_model, n_heads, form):
    if form == "sliced":
        layer = SlicedAttention(d_model, n_heads)
    else:
        layer = MultiHeadAttention(d_model, n_heads, d_model if form == "wide" else None)
    return sum(p.numel() for p in layer.parameters())
