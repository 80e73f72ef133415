"""Widgets that are live in Jupyter and answer with no kernel on a static page; each has a folder.

No widget imports from another's folder. What all share is in ``base``, which imports no other of
these folders; what some share is in a folder of its own by subject, ``training`` or
``token_model``, which import only ``base``.
"""

from multihead.widgets.head_explorer.widget import HeadExplorer
from multihead.widgets.head_slices.widget import HeadSlices
from multihead.widgets.head_toggle.widget import HeadToggle
from multihead.widgets.idle_head.widget import IdleHead
from multihead.widgets.money_bank.widget import MoneyBank
from multihead.widgets.same_heads.widget import SameHeads
from multihead.widgets.sentence_lab.widget import SentenceLab
from multihead.widgets.sequence_lab.widget import SequenceLab
from multihead.widgets.symmetry_lab.widget import SymmetryLab
from multihead.widgets.text_lab.widget import TextLab
from multihead.widgets.turned_head.widget import TurnedHead
from multihead.widgets.two_heads.widget import TwoHeads
from multihead.widgets.two_sentences.widget import TwoSentences

__all__ = [
    "HeadExplorer",
    "HeadSlices",
    "HeadToggle",
    "IdleHead",
    "MoneyBank",
    "SameHeads",
    "SentenceLab",
    "SequenceLab",
    "SymmetryLab",
    "TextLab",
    "TurnedHead",
    "TwoHeads",
    "TwoSentences",
]
