"""Wrong answers to `median_step` that people really give."""

import numpy as np


def places(r2, bound):
    return (r2 > bound).argmax(axis=1)


def first_steps(r2, steps, bound, never):
    """Give the first step above the bound, (seed, relation), and `never` where there is none."""
    above = (r2 > bound).any(axis=1)
    return np.where(above, steps[places(r2, bound)], never)


def never_is_0(r2, steps, bound):
    return np.median(first_steps(r2, steps, bound, 0.0), axis=0)


def left_out(r2, steps, bound):
    return np.nanmedian(first_steps(r2, steps, bound, np.nan), axis=0)


def place_not_step(r2, steps, bound):
    found = first_steps(r2, np.arange(len(steps)), bound, np.inf)
    return np.median(found, axis=0)


def never_is_nan(r2, steps, bound):
    return np.median(first_steps(r2, steps, bound, np.nan), axis=0)


def places_by_argmax(r2, steps, bound):
    return np.median(places(r2, bound), axis=0)


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
    before = steps[np.maximum(places(r2, bound) - 1, 0)]
    return np.median(np.where((r2 > bound).any(axis=1), before, np.inf), axis=0)


def over_relations(r2, steps, bound):
    return np.median(first_steps(r2, steps, bound, np.inf), axis=1)


def each_seed(r2, steps, bound):
    return first_steps(r2, steps, bound, 2.0 * steps[-1])


def all_at_once(r2, steps, bound):
    return np.median(first_steps(r2, steps, bound, np.inf))


WRONG = {
    "a seed that never comes above the bound counts as step 0; it is the latest of all": never_is_0,
    "seeds that never come above the bound are left out; they count as the latest": left_out,
    "these are places in the list; give the steps": place_not_step,
    "a median with NaN in it is NaN; let infinity stand for a step that never comes": never_is_nan,
    "`argmax` gives a place in the list, and 0 for a seed that never passes": places_by_argmax,
    "this is where $R^2$ is largest; the first time above the bound counts": best_step,
    "this is a mean of the seeds that learned it; give the median of all": mean_of_those,
    "this is a mean; give the median": mean_with_last,
    "this is the fastest seed; give the median of all": fastest,
    "this is the slowest seed that learned it; give the median of all": slowest,
    "this is where the median curve passes; find each seed's step, then their median": middle_curve,
    "this is where the mean curve passes; find each seed's step, then their median": mean_curve,
    "this waits until $R^2$ stays above the bound; the first time counts": until_it_stays,
    "this is the last step above the bound; the first time counts": last_above,
    "this is the step before; take the first one above the bound": step_before,
    "the median runs over the relations; it runs over the seeds": over_relations,
    "these are the steps of each seed; give their median": each_seed,
    "all relations are put together; each has a median of its own": all_at_once,
}
