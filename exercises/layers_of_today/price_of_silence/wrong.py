"""Wrong answers to `price_of_silence` that people really give."""

import numpy as np


def answer(c, price, n):
    """Give what follows from a sum of factors and a price, which falls with the length."""
    return np.array([c, c / n**0.5, 100 * price, 25 * price])


def right(n, idle):
    return answer(1 - idle / n, idle / n**2, n)


def changed(index, number, n, idle):
    numbers = right(n, idle)
    numbers[index] = number
    return numbers


def idle_pay_all(n, idle):
    return answer(1.0, idle / (n - idle) / n, n)


def working_pay_all(n, idle):
    return answer(0.0, 1 / n, n)


def half_and_half(n, idle):
    return answer(0.5, 1 / 4 / (1 - idle / n) / n, n)


def roles_swapped(n, idle):
    return answer(idle / n, idle / n**2, n)


def not_by_length(n, idle):
    p = idle / n
    return np.array([1 - p, (1 - p) / n**0.5, 100 * p, 100 * p])


def not_by_variance(n, idle):
    p = idle / n
    return answer(1 - p, p * (1 - p) / n, n)


def same_price(n, idle):
    return changed(3, 100 * idle / n**2, n, idle)


def same_number_idle(n, idle):
    return changed(3, 100 * idle / n**2 / 16, n, idle)


def by_the_root(n, idle):
    return changed(3, 50 * idle / n**2, n, idle)


def four_times(n, idle):
    return changed(3, 400 * idle / n**2, n, idle)


def factor(n, idle):
    return changed(1, (1 - idle / n) / n, n, idle)


def mean_square(n, idle):
    return changed(1, (1 - idle / n) ** 2 / n, n, idle)


def silent(n, idle):
    return changed(1, 0.0, n, idle)


def whole_mean(n, idle):
    return changed(1, 1 / n**0.5, n, idle)


def r2(n, idle):
    price = idle / n**2
    return np.array([1 - idle / n, (1 - idle / n) / n**0.5, 100 - 100 * price, 100 - 25 * price])


def fraction(n, idle):
    price = idle / n**2
    return np.array([1 - idle / n, (1 - idle / n) / n**0.5, price, price / 4])


WRONG = {
    "c is 1, so the idle queries pay everything; a smaller c costs less in all": idle_pay_all,
    "c is 0, so the working queries pay everything; a larger c costs less in all": working_pay_all,
    "c is halfway, but the larger group of queries counts more": half_and_half,
    "c is the fraction of the idle queries; the working ones pull it towards 1": roles_swapped,
    "the price is not divided by n, though an error in the sum is spread over n factors": (
        not_by_length
    ),
    "the error is not divided by the variance of the target, which is 0 at idle queries": (
        not_by_variance
    ),
    "the price stays the same in a longer sequence; it is p / n": same_price,
    "the number of idle queries stays the same here, but it is the fraction that should": (
        same_number_idle
    ),
    "the price falls with the root of the length; it is p / n, so it is a quarter": by_the_root,
    "the price grows with the length; it is p / n, so it is a quarter": four_times,
    "this is the factor of one token; add up n independent contents with this factor": factor,
    "this is the mean square of what is written; take its root": mean_square,
    "the layer writes nothing at idle queries, but its factors sum to c there too": silent,
    "the layer writes the whole mean at idle queries, but its factors sum to c, not to 1": (
        whole_mean
    ),
    "this is R² in per cent; the price is what is missing": r2,
    "the price is a fraction here; give per cent": fraction,
}
