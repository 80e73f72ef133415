"""Train many seeds of a model at once: in one process, from several starts, in many processes."""

from multihead.train.engine import train
from multihead.train.processes import sweep
from multihead.train.starts import distance, train_starts

__all__ = ["distance", "sweep", "train", "train_starts"]
