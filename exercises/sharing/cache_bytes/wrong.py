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
    "every head is counted, but the heads of a group share one key and one value": of_heads,
    "only one group is counted, but each group has its own keys and values": of_one_group,
    "the heads of a group are counted; count the groups of a layer": heads_of_a_group,
    "only keys or only values are counted; both are kept, which gives a factor of 2": only_one,
    "three vectors are counted for each group, but queries are not kept": queries_of_groups,
    "the queries of all heads are counted too; only keys and values are kept": queries_of_heads,
    "these are bits; a byte has 8 bits": in_bits,
    "these are units of 1024 bytes; give bytes": in_kib,
    "this counts the numbers, each of which takes bits / 8 bytes": in_numbers,
    "only one layer is counted, but every layer keeps its own keys and values": one_layer,
    "a key has d_head numbers, not as many as all heads together": whole_width,
    "this is what sharing saves; give what is kept": saved,
    "d_head is squared, as for a matrix, but a key is a vector of d_head numbers": pairs,
}
