"""Wrong answers to `waiting_products` that people really give."""


def heads_wait(layers, heads):
    return 2 + 4 * layers * heads


def three_for_queries_keys_and_values(layers, heads):
    return 2 + 6 * layers


def without_ends(layers, heads):
    return 4 * layers


def layers_at_once(layers, heads):
    return 2 + 4


def one_a_layer(layers, heads):
    return 2 + layers


def without_w_o(layers, heads):
    return 2 + 3 * layers


WRONG = {
    "the heads are counted one after another, but those of a layer work at the same time": (
        heads_wait
    ),
    "queries, keys and values are counted as three steps, but none waits for another": (
        three_for_queries_keys_and_values
    ),
    "the products with E and U are missing": without_ends,
    "the layers are thought to work at the same time; each waits for the one before": (
        layers_at_once
    ),
    "a layer is counted as one product, but it takes four, one after another": one_a_layer,
    "the last product of a layer, with W_O, is missing": without_w_o,
}
