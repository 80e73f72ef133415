"""The tiny language: its sentences, their relations, and what models learn from them.

It may import `tasks`, `model` and what stands below them; nothing that draws.
"""

from multihead.language import links, naming
from multihead.language.grammar import Grammar
from multihead.language.links import RELATIONS, at_links, by_relation

__all__ = ["RELATIONS", "Grammar", "at_links", "by_relation", "links", "naming"]
