"""The setting in which everything is trained: one variable, as the set of seeds is one.

``MANY_HEADS_SETTING="rate=3 n_pos=7 attention_dropout=0.1"``, set before the library is imported,
trains every chapter with three times its learning rate, on 7 tokens, and with dropout. Training,
tasks and layers take their defaults from here. It needs no PyTorch.
"""

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields

VARIABLE = "MANY_HEADS_SETTING"
OPTIMIZERS = ("Adam", "AdamW", "SGD", "momentum")


@dataclass(frozen=True)
class Setting:
    """What is changed in every training.

    Attributes
    ----------
    rate, batch, steps, start, width
        Factors: of the learning rate, the examples in a batch, the number of updates, every trained
        weight before the first of them, and the width of each head.
    n_pos, n_content
        Tokens of a look-up, and random numbers in each.
    optimizer
        In place of Adam: ``AdamW`` with a weight decay of 0.1, ``SGD`` at 30 times the rate, or
        ``momentum``, SGD with a momentum of 0.9 at 30 times the rate.
    attention_dropout
        Share of the attention weights that training sets to 0; the others are scaled up.
    warmup
        Share of the steps in which the rate rises to its height; it then falls along a cosine.
    noise
        Standard deviation of the noise in the targets of training; scores are of clean targets.
    pre_norm
        1 for a layer norm before each part of a token model, which adds to its stream.

    Raises
    ------
    ValueError
        If a value is impossible; the error says what is possible.
    """

    rate: float = 1.0
    batch: float = 1.0
    steps: float = 1.0
    start: float = 1.0
    width: float = 1.0
    n_pos: int = 8
    n_content: int = 4
    optimizer: str = "Adam"
    attention_dropout: float = 0.0
    warmup: float = 0.0
    noise: float = 0.0
    pre_norm: int = 0

    def __post_init__(self):
        for name in ("rate", "batch", "steps", "start", "width"):
            self._check(name, 0 < getattr(self, name) < math.inf, "a factor above 0")
        for name in ("n_pos", "n_content"):
            self._check(name, getattr(self, name) >= 1, "1 or more")
        for name in ("attention_dropout", "warmup"):
            self._check(name, 0 <= getattr(self, name) < 1, "a share from 0 to below 1")
        self._check("noise", 0 <= self.noise < math.inf, "a standard deviation, 0 or more")
        self._check("pre_norm", self.pre_norm in (0, 1), "0 or 1")
        self._check("optimizer", self.optimizer in OPTIMIZERS, f"one of {', '.join(OPTIMIZERS)}")

    def _check(self, name: str, is_possible: bool, possible: str) -> None:
        if not is_possible:
            raise ValueError(f"{VARIABLE}: {name}={getattr(self, name)}; use {possible}")

    def __str__(self) -> str:
        usual = asdict(Setting())
        changed = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return " ".join(
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in changed.items()
        )

    def wide(self, d_head: int) -> int:
        """Return the width of a head that a chapter makes ``d_head`` wide."""
        return max(1, round(self.width * d_head))

    def examples(self, batch: int) -> int:
        """Return the size of the batches where a chapter takes ``batch`` examples."""
        return max(1, round(self.batch * batch))

    def updates(self, steps: int) -> int:
        """Return after how many updates a training is where a chapter's is after ``steps``."""
        return max(1, round(self.steps * steps)) if steps else 0

    def rate_at(self, step: int, steps: int) -> float:
        """Return the factor of the learning rate at one of the steps 1 to ``steps``."""
        rising = self.warmup * steps
        if not rising:
            return self.rate
        if step <= rising:
            return self.rate * step / rising
        return self.rate * (1 + math.cos(math.pi * (step - rising) / (steps - rising))) / 2


def read(text: str) -> Setting:
    """Read a setting such as ``rate=3 n_pos=7``; an empty text is the one of the book.

    Raises
    ------
    ValueError
        If a name is unknown or repeated, or a value is not a possible number.
    """
    kinds = {field.name: field.type for field in fields(Setting)}
    values = {}
    for part in text.split():
        name, _, value = part.partition("=")
        if name not in kinds:
            raise ValueError(
                f"{VARIABLE}: {part!r} is not a setting; use one of {', '.join(kinds)}"
            )
        if name in values:
            raise ValueError(f"{VARIABLE}: {name} is given twice; give it once")
        try:
            values[name] = {int: int, float: float, str: str}[kinds[name]](value)
        except ValueError:
            number = "a whole number" if kinds[name] is int else "a number"
            raise ValueError(f"{VARIABLE}: {part!r}; give {number}, e.g. {name}=3") from None
    return Setting(**values)


_current = read(os.environ.get(VARIABLE, ""))


def current() -> Setting:
    """Return the setting of this process, or of the innermost :func:`using`."""
    return _current


@contextmanager
def using(setting: Setting | str) -> Iterator[Setting]:
    """Use another setting within a block."""
    global _current
    before = _current
    _current = read(setting) if isinstance(setting, str) else setting
    try:
        yield _current
    finally:
        _current = before
