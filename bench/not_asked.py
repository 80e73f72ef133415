"""Why a claim is not asked in a setting.

No part of what made the numbers in book/settings.json: a new reason takes some out, and makes none.
"""

from multihead.setting import Setting

# How the ids of claims begin that cannot be asked in a setting, and why.
NEVER = {"a time, nothing is trained": ("wide-heads-time",)}
OTHER_SIZES = {
    "a sentence of 8 words": ("telescope-",),
    "a language, no look-ups": ("tiny-", "cloze-"),
    "a signal, no look-ups": ("random-kernels-",),
    "a regression, no look-ups": ("regression-",),
    "repetitions, no look-ups": ("repeats-",),
    "written for 8 positions": ("equal-targets-", "today-row-", "today-silent-plain"),
    "written for 10 tokens of 8 numbers": ("groups-own-part-",),
}
OTHER_WIDTHS = {
    "is about the width": (
        "bug-heads-averaged-wide",
        "effective-heads-narrow",
        "equal-targets-",
        "look-ups-h-",
        "one-target-",
        "shared-w-",
        "soft-pattern-",
        "three-random-",
        "three-sliced-",
        "two-random-",
        "two-sliced-",
        "two-symbols-mlp-",
        "two-wide-",
    ),
    "as wide as the answer, without W_O": ("no-w-o-",),
    "kernels have no such width": ("random-kernels-",),
}
OTHER_OPTIMIZER = {"is about Adam": ("adam-", "nudge"), "is about SGD": ("sgd-",)}
NO_ATTENTION = {"kernels, no attention": ("random-kernels-",)}
TOKENS = {
    "the targets are tokens": ("two-symbols-", "telescope-", "repeats-", "tiny-", "cloze-"),
}
WITH_STREAM = ("repeats-", "tiny-", "cloze-")


def why_not_asked(id: str, tried: Setting) -> str:
    """Say why a claim cannot be asked in a setting; nothing if it can."""
    if tried.pre_norm and not id.startswith(WITH_STREAM):
        return "no stream of its own"
    usual = Setting()
    reasons = NEVER | (OTHER_OPTIMIZER if tried.optimizer != "Adam" and tried.rate == 1 else {})
    if (tried.n_pos, tried.n_content) != (usual.n_pos, usual.n_content):
        reasons |= OTHER_SIZES
    elif tried.width != 1:
        reasons |= OTHER_WIDTHS
    reasons |= NO_ATTENTION if tried.attention_dropout else {}
    reasons |= TOKENS if tried.noise else {}
    return next((why for why, begins in reasons.items() if id.startswith(begins)), "")
