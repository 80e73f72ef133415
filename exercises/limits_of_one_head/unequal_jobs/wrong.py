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
    "sizes count by their squares, as variances": not_squared,
    "that holds for two jobs of equal size": halves,
    "the head keeps the larger job, not the smaller": smaller,
    "this is one square over the other; divide the larger by the sum of both": ratio,
    "one row of shares cannot do both look-ups": both,
}
