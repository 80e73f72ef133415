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


def one_length(p, q):
    return np.array([1 - js(p, q), p @ q / np.sqrt(p @ p)])


def centered(p, q):
    return np.array([1 - js(p, q), np.corrcoef(p, q)[0, 1]])


WRONG = {
    "the first is JS, how different the rows are; 1 − JS is asked": not_from_one,
    "the logarithm is the natural one; bits need base 2": natural,
    "the two divergences are added; JS is their mean": not_halved,
    "only p is compared with the middle; take the mean of both rows' divergences": one_sided,
    "the middle stands first in KL; it is KL(p ‖ m), not KL(m ‖ p)": other_way,
    "the root of JS is taken, which is another measure": root,
    "the cosine is not divided by the lengths of the rows": overlap,
    "the cosine is divided by the length of one row; divide by both": one_length,
    "the mean is subtracted first, which makes it a correlation": centered,
}
