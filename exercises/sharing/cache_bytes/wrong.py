"""Wrong answers to `cache_bytes` that people really give."""


def right(layers, groups, width, bits):
    """Count keys and values, each ``width`` wide."""
    return 2 * layers * groups * width * bits // 8


def of_heads(layers, n_heads, groups, d_head, bits):
    return right(layers, n_heads, d_head, bits)


def of_one_group(layers, n_heads, groups, d_head, bits):
    return right(layers, 1, d_head, bits)


def heads_of_a_group(layers, n_heads, groups, d_head, bits):
    return right(layers, n_heads // groups, d_head, bits)


def only_one(layers, n_heads, groups, d_head, bits):
    return right(layers, groups, d_head, bits) // 2


def queries_of_groups(layers, n_heads, groups, d_head, bits):
    return 3 * right(layers, groups, d_head, bits) // 2


def queries_of_heads(layers, n_heads, groups, d_head, bits):
    return (n_heads + 2 * groups) * layers * d_head * bits // 8


def in_bits(layers, n_heads, groups, d_head, bits):
    return 8 * right(layers, groups, d_head, bits)


def in_kib(layers, n_heads, groups, d_head, bits):
    return right(layers, groups, d_head, bits) / 1024


def in_numbers(layers, n_heads, groups, d_head, bits):
    return right(layers, groups, d_head, 8)


def one_layer(layers, n_heads, groups, d_head, bits):
    return right(1, groups, d_head, bits)


def whole_width(layers, n_heads, groups, d_head, bits):
    return right(layers, groups, n_heads * d_head, bits)


def saved(layers, n_heads, groups, d_head, bits):
    return right(layers, n_heads - groups, d_head, bits)


def pairs(layers, n_heads, groups, d_head, bits):
    return right(layers, groups, d_head**2, bits)


WRONG = {
    "every head is counted; the heads of a group share one key and one value": of_heads,
    "one group is counted; each group has keys and values of its own": of_one_group,
    "the heads of a group are counted, not the groups": heads_of_a_group,
    "both keys and values are kept, which gives a factor 2": only_one,
    "three vectors are counted for each group; queries are not kept": queries_of_groups,
    "the queries of all heads are counted; only keys and values are kept": queries_of_heads,
    "these are bits; a byte has 8": in_bits,
    "these are units of 1024 bytes; give bytes": in_kib,
    "these are numbers; each takes bits / 8 bytes": in_numbers,
    "one layer is counted; every layer keeps its own": one_layer,
    "a key is d_head wide, not as wide as all heads together": whole_width,
    "this is what sharing saves, not what is kept": saved,
    "d_head is squared, as in a matrix; a key of one token is a row": pairs,
}
