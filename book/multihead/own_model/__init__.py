"""The heads of a model that somebody brings, whatever its architecture; it needs torch alone."""

from multihead.own_model.model import OwnModel
from multihead.own_model.seen import Layer, Seen

__all__ = ["Layer", "OwnModel", "Seen"]
