"""Trained models that the page itself runs: their weights as bytes, and the forward pass.

SentenceLab and SequenceLab share this room; it imports only `base`.
"""

from multihead.widgets.token_model.packing import pack, rounded

__all__ = ["pack", "rounded"]
