"""Train many seeds of a model at once, from one start or several."""

from multihead.train import data
from multihead.train.data import fresh_generator, numpy_generator
from multihead.train.engine import train
from multihead.train.run import Run
from multihead.train.starts import by_start, distance, train_starts

__all__ = [
    "Run",
    "by_start",
    "data",
    "distance",
    "fresh_generator",
    "numpy_generator",
    "train",
    "train_starts",
]
