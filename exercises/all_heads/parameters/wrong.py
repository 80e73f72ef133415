"""Wrong answers to `parameters` that people really give."""


def right(d, h, form):
    return {"paper": 4 * d * d, "wide": 4 * h * d * d, "sliced": 3 * d * d // h + d * d}[form]


def no_way_back(d_model, n_heads, form):
    W_O = n_heads * d_model**2 if form == "wide" else d_model**2
    return right(d_model, n_heads, form) - W_O


def times_heads(d_model, n_heads, form):
    return right(d_model, n_heads, "wide" if form == "paper" else form)


def with_biases(d_model, n_heads, form):
    width = n_heads * d_model if form == "wide" else d_model
    return right(d_model, n_heads, form) + 3 * width + d_model


def always_paper(d_model, n_heads, form):
    return 4 * d_model**2


def sliced_whole(d_model, n_heads, form):
    return right(d_model, n_heads, "paper" if form == "sliced" else form)


def one_head(d_model, n_heads, form):
    return right(d_model, n_heads, form) // n_heads


def narrow_way_back(d_model, n_heads, form):
    """Count W_O as one square matrix in the wide form too."""
    return (
        3 * n_heads * d_model**2 + d_model**2 if form == "wide" else right(d_model, n_heads, form)
    )


WRONG = {
    "W_O is not counted": no_way_back,
    "in the paper form a head is d_model / n_heads wide, not d_model": times_heads,
    "biases are counted, but there are none": with_biases,
    "this counts the paper form for all three, but the forms differ": always_paper,
    "a head of the sliced form reads only its own slice of a token": sliced_whole,
    "only one head is counted": one_head,
    "in the wide form W_O has a row for every entry of every head's output": narrow_way_back,
}
