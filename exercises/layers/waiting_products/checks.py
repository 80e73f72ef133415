"""Numbers and reference of `waiting_products`."""


def numbers(rng):
    layers, heads = map(int, rng.choice([2, 3, 4, 5, 6, 7], 2, replace=False))
    return {"layers": layers, "heads": heads}


def reference(layers, heads):
    return 2 + 4 * layers
