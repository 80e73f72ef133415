"""Numbers and reference of `cache_bytes`."""


def numbers(rng):
    groups = int(rng.integers(2, 6))
    return {
        "layers": int(rng.choice([3, 4, 6, 10, 12])),
        "n_heads": groups * int(rng.choice([3, 4, 5, 6])),
        "groups": groups,
        "d_head": int(rng.choice([10, 20, 50, 100])),
        "bits": int(rng.choice([32, 64])),
    }


def reference(layers, n_heads, groups, d_head, bits):
    return 2 * layers * groups * d_head * bits // 8
