"""Wrong answers to `shared_writing` that people really give."""


def with_first(first, n_heads):
    """Return an answer that is right but for the shared W_O."""
    return [first, 1.0, 1 / n_heads]


def widths_add(n_heads, d_head, c):
    return with_first(1.0, n_heads)


def one_head(n_heads, d_head, c):
    return with_first(1 / n_heads, n_heads)


def nothing_lost(n_heads, d_head, c):
    return [1.0, 1.0, 1.0]


def look_up_by_width(n_heads, d_head, c):
    return [d_head / (n_heads * c), c / d_head, 1 / n_heads]


def per_cent(n_heads, d_head, c):
    return [100 * d_head / (n_heads * c), 100.0, 100 / n_heads]


def of_the_token(n_heads, d_head, c):
    return with_first(d_head / (c + 8), n_heads)


def of_one_look_up(n_heads, d_head, c):
    return with_first(c / d_head, n_heads)


def swapped(n_heads, d_head, c):
    return [1.0, d_head / (n_heads * c), 1 / n_heads]


def both_by_width(n_heads, d_head, c):
    return [d_head / (n_heads * c)] * 2 + [1 / n_heads]


def all_by_width(n_heads, d_head, c):
    return [d_head / (n_heads * c)] * 3


def always_one_head(n_heads, d_head, c):
    return [1 / n_heads] * 3


def v_is_the_head(n_heads, d_head, c):
    return [d_head / (n_heads * c), 1 / n_heads, 1 / n_heads]


def only_width(n_heads, d_head, c):
    return [d_head / (n_heads * c), 1.0, d_head / (n_heads * c)]


def both_free(n_heads, d_head, c):
    return [d_head / (n_heads * c), 1.0, 1.0]


def multiplied(n_heads, d_head, c):
    return [d_head / (n_heads * c), 1.0, d_head / (n_heads * c) / n_heads]


def lost(n_heads, d_head, c):
    return [1 - d_head / (n_heads * c), 0.0, 1 - 1 / n_heads]


def roots(n_heads, d_head, c):
    return [(d_head / (n_heads * c)) ** 0.5, 1.0, n_heads**-0.5]


WRONG = {
    "through one W_O all heads write in the same d_head directions; widths do not add": widths_add,
    "heads that share only W_O keep their own maps; the width is what limits them": one_head,
    "divide by the numbers of the target, not by those of a token": of_the_token,
    "divide d_head by all numbers of the target": of_one_look_up,
    "a shared W_O limits the width, and with W_V shared too only one map is left": nothing_lost,
    "a shared W_V loses nothing, as its d_head is at least c": look_up_by_width,
    "these are per cent; R² goes to 1": per_cent,
    "1 and 2 are swapped": swapped,
    "a shared W_V limits what heads carry of a token; here the content fits": both_by_width,
    "only a shared W_O limits by the width; both together leave one map": all_by_width,
    "heads that share one of both are still several heads": always_one_head,
    "a shared W_V does not make one head of them; each writes to its own place": v_is_the_head,
    "with W_V and W_O shared the maps add up to one, whatever the width": only_width,
    "with W_V and W_O shared the maps add up to one, which does one look-up": both_free,
    "the two limits are multiplied; one look-up fits into the width": multiplied,
    "this is what is lost, 1 - R²": lost,
    "these are the roots, R and not R²": roots,
}
