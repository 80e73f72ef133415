"""What can be checked of an experiment: the form of its numbers. A person grades the rest."""

from typing import Any

import numpy as np

from multihead.exercises import answers

SEEDS = 20
NEXT = "Now defend a conclusion; a person grades it."


def check_form(name: str, answer: Any) -> tuple[bool, str]:
    """Say whether there is a finite number for each of enough seeds, and what to write about it."""
    fault = _fault(answer)
    if fault:
        request = f"Give one number for each seed, at least {SEEDS}, in one row."
        return False, f"{name}: not yet.\n{fault}\n{request}"
    values = answers.read(answer)
    low, median, high = np.percentile(values, [5, 50, 95])
    summary = f"{len(values)} seeds, {median:z.3f} ({low:z.3f} to {high:z.3f})"
    return True, f"{name}: visible checks pass. {summary}.\n{NEXT}"


def _fault(answer: Any) -> str | None:
    try:
        values = answers.read(answer)
    except answers.UnreadableError as trouble:
        return f"{answers.without_function(trouble)}."
    if values.dtype.kind == "b":
        return "The answer holds True and False, which do not show how large the effect is."
    if values.ndim == 0:
        return "A single number, such as a mean, has no spread."
    if values.ndim > 1:
        return f"The answer has shape {values.shape}."
    if len(values) < SEEDS:
        return f"The answer has {len(values)} number(s); what a few seeds show may be chance."
    if not np.isfinite(values).all():
        bad = np.count_nonzero(~np.isfinite(values))
        return f"{bad} of {len(values)} numbers are NaN or infinite; say so, and score other seeds."
    if len(np.unique(values)) == 1:
        return f"All {len(values)} numbers are equal, as if every run had the same seed."
    return None
