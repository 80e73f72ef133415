r"""Toy tasks whose best possible score is known.

A task is an object with three methods:

``sample(n, generator)``
    Return ``n`` fresh examples as a tuple of tensors, batch axis first; the last is the target.
``loss(prediction, target)``
    Return the training loss, one number.
``score(prediction, target)``
    Return R² or the share of right answers, at best 1. Leading axes, such as seeds, are kept.

:func:`multihead.train.train` needs only the first two, so a chapter may write its own task. All
randomness comes from the generator that is passed in.

It may import `validation` only.
"""

from multihead.tasks.look_ups import DiscreteLookUps, LookUps, current_word
from multihead.tasks.repeats import Repeats
from multihead.tasks.scores import accuracy, cross_entropy, r2, squared_error, surprise
from multihead.tasks.telescope import Telescope

__all__ = [
    "DiscreteLookUps",
    "LookUps",
    "Repeats",
    "Telescope",
    "accuracy",
    "cross_entropy",
    "current_word",
    "r2",
    "squared_error",
    "surprise",
]
