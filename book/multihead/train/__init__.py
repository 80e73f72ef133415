"""Train many seeds of a model at once, from one start or several.

It may import `attention`, `validation` and `numerics`; it knows a task only by what it does.
`machines` trains on many processes and is imported by nothing here, since it needs Dask.
"""

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
