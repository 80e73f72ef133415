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
    "all heads write through one W_O to the same d_head dimensions, so widths do not add up": (
        widths_add
    ),
    "heads that share only W_O still attend to different tokens; only the width limits them": (
        one_head
    ),
    "d_head is divided by the entries of a token; divide it by those of the target": of_the_token,
    "this is c / d_head; divide d_head by the number of entries of the target": of_one_look_up,
    "a shared W_O limits the width, and if W_V is shared too, one look-up is left": nothing_lost,
    "a shared W_V loses nothing, since d_head is at least c": look_up_by_width,
    "these are per cent; R² is at most 1": per_cent,
    "the numbers for 1 and 2 are swapped": swapped,
    "a shared W_V limits what the heads carry of a token, but here the content fits in": (
        both_by_width
    ),
    "the width is the limit only in 1; with both shared, all heads do one look-up": all_by_width,
    "heads that share only W_O or only W_V are still several heads": always_one_head,
    "a shared W_V does not make the heads one; each writes to its own part of the output": (
        v_is_the_head
    ),
    "if both are shared, all heads together do one look-up, whatever the width": only_width,
    "if both are shared, the patterns add up to one, which does only one look-up": both_free,
    "the two limits are multiplied, but in 3 the one look-up fits into the width": multiplied,
    "this is what is lost, 1 - R²; give R²": lost,
    "square roots are taken; give R², not R": roots,
}
