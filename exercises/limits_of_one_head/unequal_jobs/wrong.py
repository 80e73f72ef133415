"""Wrong answers to `unequal_jobs` that people really give."""


def not_squared(a, b):
    return max(a, b) / (a + b)


def halves(a, b):
    return 0.5


def smaller(a, b):
    return min(a, b) ** 2 / (a**2 + b**2)


def ratio(a, b):
    return min(a, b) ** 2 / max(a, b) ** 2


def both(a, b):
    return 1.0


WRONG = {
    "a and b count by their squares, because R² compares variances": not_squared,
    "one half holds only for two equally large look-ups": halves,
    "the best head keeps the larger look-up, not the smaller one": smaller,
    "this is one square over the other; divide the larger by their sum": ratio,
    "one row of attention weights cannot do both look-ups": both,
}
