"""Wrong answers to `two_rows` that people really give."""

import numpy as np


def cosine(p, q):
    return p @ q / np.sqrt(p @ p * (q @ q))


def kl(p, q, log=np.log2):
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a > 0]
    return sum(a * log(a / b) if b > 0 else np.inf for a, b in pairs)


def js(p, q, log=np.log2):
    middle = (p + q) / 2
    return (kl(p, middle, log) + kl(q, middle, log)) / 2


def not_from_one(p, q):
    return np.array([js(p, q), cosine(p, q)])


def natural(p, q):
    return np.array([1 - js(p, q, np.log), cosine(p, q)])


def not_halved(p, q):
    return np.array([1 - 2 * js(p, q), cosine(p, q)])


def one_sided(p, q):
    return np.array([1 - kl(p, (p + q) / 2), cosine(p, q)])


def other_way(p, q):
    middle = (p + q) / 2
    back = (kl(middle, p) + kl(middle, q)) / 2
    return np.array([1 - back, cosine(p, q)])


def root(p, q):
    return np.array([1 - np.sqrt(js(p, q)), cosine(p, q)])


def overlap(p, q):
    return np.array([1 - js(p, q), p @ q])


def one_norm(p, q):
    return np.array([1 - js(p, q), p @ q / np.sqrt(p @ p)])


def centered(p, q):
    return np.array([1 - js(p, q), np.corrcoef(p, q)[0, 1]])


WRONG = {
    "the first number is JS, which says how different the rows are; give 1 − JS": not_from_one,
    "the natural logarithm is used; bits need the logarithm to base 2": natural,
    "the two divergences are added up; JS is their mean": not_halved,
    "only p is compared with m; take the mean of the divergences of both rows": one_sided,
    "the rows are swapped in KL; take KL(p ‖ m), not KL(m ‖ p)": other_way,
    "the square root of JS is taken, which is a different measure; give 1 − JS itself": root,
    "the dot product is not divided by the norms of the rows, so it is no cosine": overlap,
    "the dot product is divided by the norm of one row only; divide by both norms": one_norm,
    "the mean is subtracted first, which gives a correlation instead of a cosine": centered,
}
