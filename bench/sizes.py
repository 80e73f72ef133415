"""Where chapters write sizes as numbers, so that they can be changed. Part of bench/settings.py.

Tokens stay 12 wide: more of them have fewer contents. Each pair is a piece of code, as
``ast.unparse`` writes it, and what stands there in its place; ``c`` is the size of a content, ``n``
the number of tokens, ``w`` widens a width. Without a change of sizes all of it stays as it was.
"""

import re

from bench.changed_training import Setting

D_OUT = ("d_out=8", "d_out={c2}")
WRITTEN = {
    "02": [("position_only=8", "position_only={n}"), ("n_symbols, 8,", "n_symbols, task.n_pos,")],
    "04": [D_OUT],
    "05": [
        D_OUT,
        ("d_head=8", "d_head={c2}"),
        ("d_head=6", "d_head={w6}"),
        ("n, 2, 8, 8", "n, 2, {n}, {n}"),
        ("'dropout after W_O': training(output_dropped), ", ""),  # it needs tokens as wide as long
    ],
    "06": [D_OUT, ("(2, 4)", "(2, {c})"), ("SEEDS = range(64)", "SEEDS = range(32)")],
    "07": [
        D_OUT,
        ("d_out=4", "d_out={c}"),
        ("(128, 8)", "(128, {n})"),
    ],
    "08": [D_OUT],
    "09": [
        D_OUT,
        ("unflatten(1, (64, 8))", "unflatten(1, (64, {n}))"),
        ("x[..., :4]", "x[..., :{c}]"),
        ("8 ** 0.5", "{n} ** 0.5"),
        ("repeat_interleave(6", "repeat_interleave({w6}"),
        ("torch.eye(48)", "torch.eye(8 * {w6})"),
    ],
    "10": [D_OUT, ("d_out=4", "d_out={c}"), ("normal(12, 12, 4,", "normal(12, 12, {c},")],
    "11": [("d_out=16", "d_out=4 * {c}")],
    "12": [D_OUT, ("'d_out': 12", "'d_out': 3 * {c}")],
    "14": [
        ("d_out = 4", "d_out = {c}"),
        ("'d_out': 4", "'d_out': {c}"),
        ("y[..., :4] - y[..., 4:]", "y[..., :{c}] - y[..., {c}:]"),
        ("'position_only': 8", "'position_only': {n}"),
        ("[:, :, :4]", "[:, :, :{c}]"),
    ],
    "15": [
        ("'d_out': 8", "'d_out': {c2}"),
        ("'position_only': 8", "'position_only': {n}"),
        ("repeat_interleave(4)", "repeat_interleave({c})"),
        ("slice(0, 4), slice(4, 8)", "slice(0, {c}), slice({c}, {c2})"),
    ],
    "16": [
        D_OUT,
        ("width=12", "width={w12}"),
        (
            "in layers:\n    model = partial(Layer, name=name, d_out=4",
            "in ('correct', 'cut by view', 'join by view', 'mask on one head'):\n"
            "    model = partial(Layer, name=name, d_out={c}",
        ),
        ("randn(n, 9, 4", "randn(n, {n} + 1, {c}"),
        ("range(2, 9)", "range(2, {n} + 1)"),
        ("eye(8)", "eye({n})"),
        ("c[:, :8]", "c[:, :{n}]"),
        ("ones(8, 8", "ones({n}, {n}"),
        ("range(8)", "range({n})"),
    ],
}
# How the ids of claims begin that cannot be asked in a setting, and why.
NEVER = {"a time, nothing is trained": ("wide-heads-time",)}
LOOK_UPS_ONLY = {  # they are about something else than look-ups of the usual sizes
    "a sentence of 8 words": ("telescope-",),
    "a language, no look-ups": ("tiny-", "cloze-"),
    "a signal, no look-ups": ("random-kernels-",),
    "a regression, no look-ups": ("regression-",),
    "repetitions, no look-ups": ("repeats-",),
    "written for 8 positions": ("equal-targets-",),
    "written for 10 tokens of 8 numbers": ("groups-own-part-",),
}
WIDTHS = {
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
OPTIMISER = {"is about Adam": ("adam-", "nudge"), "is about SGD": ("sgd-",)}


def resized(code: str, chapter: str, setting: Setting) -> str:
    """Write a chapter's code for other sizes."""
    n, c = setting.n_pos, setting.n_content
    sizes = {"n": n, "c": c, "c2": 2 * c, "w6": setting.wide(6), "w12": setting.wide(12)}
    written = {old: new.format(**sizes) for old, new in WRITTEN.get(chapter, ())}
    either = "|".join(map(re.escape, written)) or "(?!)"  # never
    return re.sub(either, lambda found: written[found[0]], code)


def not_asked(id: str, setting: Setting) -> str:
    """Say why a claim cannot be asked in a setting; nothing if it can."""
    reasons = NEVER | (OPTIMISER if setting.optimiser and setting.rate == 1 else {})
    reasons |= LOOK_UPS_ONLY if setting.resized else WIDTHS if setting.width != 1 else {}
    return next((why for why, begins in reasons.items() if id.startswith(begins)), "")
