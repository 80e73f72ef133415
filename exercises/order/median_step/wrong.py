"""Wrong answers to `median_step` that people really give."""

import numpy as np


def indices(r2, bound):
    return (r2 > bound).argmax(axis=1)


def first_steps(r2, steps, bound, never):
    """Give the first step above the bound, (seed, look-up), and `never` where there is none."""
    above = (r2 > bound).any(axis=1)
    return np.where(above, steps[indices(r2, bound)], never)


def never_is_0(r2, steps, bound):
    return np.median(first_steps(r2, steps, bound, 0.0), axis=0)


def left_out(r2, steps, bound):
    return np.nanmedian(first_steps(r2, steps, bound, np.nan), axis=0)


def index_not_step(r2, steps, bound):
    found = first_steps(r2, np.arange(len(steps)), bound, np.inf)
    return np.median(found, axis=0)


def never_is_nan(r2, steps, bound):
    return np.median(first_steps(r2, steps, bound, np.nan), axis=0)


def indices_by_argmax(r2, steps, bound):
    return np.median(indices(r2, bound), axis=0)


def best_step(r2, steps, bound):
    return np.median(steps[r2.argmax(axis=1)], axis=0)


def mean_of_those(r2, steps, bound):
    return np.nanmean(first_steps(r2, steps, bound, np.nan), axis=0)


def mean_with_last(r2, steps, bound):
    return first_steps(r2, steps, bound, steps[-1]).mean(axis=0)


def fastest(r2, steps, bound):
    return first_steps(r2, steps, bound, np.inf).min(axis=0)


def slowest(r2, steps, bound):
    return np.nanmax(first_steps(r2, steps, bound, np.nan), axis=0)


def middle_curve(r2, steps, bound):
    return steps[(np.median(r2, axis=0) > bound).argmax(axis=0)]


def mean_curve(r2, steps, bound):
    return steps[(r2.mean(axis=0) > bound).argmax(axis=0)]


def until_it_stays(r2, steps, bound):
    below = r2 <= bound
    last = len(steps) - 1 - below[:, ::-1].argmax(axis=1)  # the last step below
    stays = np.append(steps.astype(float), np.inf)[last + 1]
    return np.median(stays, axis=0)


def last_above(r2, steps, bound):
    above = r2 > bound
    last = len(steps) - 1 - above[:, ::-1].argmax(axis=1)
    return np.median(np.where(above.any(axis=1), steps[last], np.inf), axis=0)


def step_before(r2, steps, bound):
    before = steps[np.maximum(indices(r2, bound) - 1, 0)]
    return np.median(np.where((r2 > bound).any(axis=1), before, np.inf), axis=0)


def over_look_ups(r2, steps, bound):
    return np.median(first_steps(r2, steps, bound, np.inf), axis=1)


def each_seed(r2, steps, bound):
    return first_steps(r2, steps, bound, 2.0 * steps[-1])


def all_at_once(r2, steps, bound):
    return np.median(first_steps(r2, steps, bound, np.inf))


WRONG = {
    "a seed that never comes above the bound counts as step 0; it must count as the latest": (
        never_is_0
    ),
    "seeds that never come above the bound are left out; they must count as the latest": left_out,
    "these are indices into `steps`; give the steps themselves": index_not_step,
    "a median with NaN in it is NaN; use infinity for a step that never comes": never_is_nan,
    "`argmax` gives an index, and 0 for a seed that never comes above the bound": indices_by_argmax,
    "this is the step at which R² is largest; take the first step above the bound": best_step,
    "this is the mean over the seeds that learned the look-up; give the median of all seeds": (
        mean_of_those
    ),
    "this is a mean over the seeds; give their median": mean_with_last,
    "this is the step of the fastest seed; give the median of all seeds": fastest,
    "this is the step of the slowest seed that learned the look-up; give the median of all": (
        slowest
    ),
    "this is where the median curve passes the bound; find each seed's step, then the median": (
        middle_curve
    ),
    "this is where the mean curve passes the bound; find each seed's step, then the median": (
        mean_curve
    ),
    "this waits until R² stays above the bound; take the first step above it": until_it_stays,
    "this is the last step above the bound; take the first": last_above,
    "this is the step before R² comes above the bound; take the first step above it": step_before,
    "the median is taken over the look-ups; take it over the seeds": over_look_ups,
    "these are the steps of the single seeds; give their median": each_seed,
    "all look-ups are put together; give a median for each look-up": all_at_once,
}
