"""What the settings of `book/settings.json` are called on pages: in tables, and in a sentence."""

import re
from typing import NamedTuple


class Words(NamedTuple):
    """The words for a setting: where there is little room, and after "with"."""

    name: str
    phrase: str


WORDS = {
    "rate × 3": Words("learning rate × 3", "a tripled learning rate"),
    "rate ÷ 3": Words("learning rate ÷ 3", "a third of the learning rate"),
    "start × 0.3": Words("initial weights × 0.3", "initial weights 0.3 times as large"),
    "start × 3": Words("initial weights × 3", "tripled initial weights"),
    "batch ÷ 4": Words("batch ÷ 4", "batches a quarter as large"),
    "heads × 1.5 wide": Words("head width × 1.5", "wider heads"),
    "AdamW": Words("AdamW", "AdamW"),
    "10 tokens of 2": Words("10 tokens of 2", "10 tokens of 2 numbers"),
    "7 tokens of 5": Words("7 tokens of 5", "7 tokens of 5 numbers"),
    "attention dropout 0.1": Words("attention dropout 0.1", "attention dropout"),
    "warm-up and cosine": Words("warm-up and cosine decay", "warm-up and cosine decay"),
    "noise 0.3 in targets": Words("noise 0.3 in the targets", "noise in the targets"),
    "layer norm before": Words("layer norm before", "layer norm before each sublayer"),
    "SGD, momentum 0.9": Words("SGD, momentum 0.9", "SGD with momentum"),
}
DRAWN = re.compile(r"all at once (\(\d+\))")  # everything differs, by factors drawn at random
DRAWN_NAME, DRAWN_PHRASE = r"everything at once \1", "all changed at once"
REASONS = {
    "no stream of its own": "the model has no residual stream",
    "as wide as the answer, without W_O": "without W_O, as wide as the output",
    "a language, no look-ups": "a language, without look-ups",
    "a signal, no look-ups": "a signal, without look-ups",
    "a regression, no look-ups": "a regression, without look-ups",
    "repetitions, no look-ups": "repetitions, without look-ups",
    "kernels, no attention": "kernels, without attention",
}


def name(setting: str) -> str:
    drawn = DRAWN.fullmatch(setting)
    return drawn.expand(DRAWN_NAME) if drawn else WORDS[setting].name


def reason(stored: str) -> str:
    """Say why a claim was not tried in a setting."""
    return REASONS.get(stored, stored)


def edge(ends: list[str], holds: list[str]) -> str:
    """Say in which settings a claim does not hold, after "with"; the shorter list is written."""
    if len(ends) <= len(holds):
        return listed(ends, holds)
    return f"all that was tried except {listed(holds, ends)}" if holds else "all that was tried"


def listed(settings: list[str], others: list[str]) -> str:
    """List settings; of those in which everything differs, say how many of the tried ones."""
    phrases = [WORDS[setting].phrase for setting in settings if not DRAWN.fullmatch(setting)]
    n_drawn, n_others = (len([*filter(DRAWN.fullmatch, part)]) for part in (settings, others))
    if n_drawn:
        of_tried = f" ({n_drawn}\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}{n_drawn + n_others})"
        phrases.append(DRAWN_PHRASE + of_tried * bool(n_others))
    return joined(phrases)


def joined(phrases: list[str]) -> str:
    *first, last = phrases
    return f"{', '.join(first)} and {last}" if first else last
