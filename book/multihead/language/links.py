"""The relations in a sentence: which word belongs to which, and where both stand."""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int, Shaped
from torch import Tensor

# The parts of a sentence of :mod:`multihead.language.grammar`, in their order.
PLACES = (
    *("time", "det0", "adj0", "subject", "adverb", "verb", "det1", "adj1", "object"),
    *("with", "det2", "adj2", "tool", "because", "pronoun", "was", "predicate"),
)
N_POS = len(PLACES)
RELATIONS = (
    "previous word",
    "determiner → noun",
    "verb → object",
    "verb → subject",
    "preposition → noun",
    "pronoun → antecedent",
    "phrase → verb or noun",
)
PREVIOUS, DETERMINER, OBJECT, SUBJECT, PREPOSITION, PRONOUN, PHRASE = range(len(RELATIONS))
# The links of a sentence: from which place, to which place, by which relation.
LINKS = (
    ("det0", "subject", DETERMINER),
    ("det1", "object", DETERMINER),
    ("det2", "tool", DETERMINER),
    ("verb", "object", OBJECT),
    ("verb", "subject", SUBJECT),
    ("with", "tool", PREPOSITION),
    ("pronoun", "antecedent", PRONOUN),
    ("tool", "owner", PHRASE),
)
# Each link's relation: previous words first, one for each position but the first.
RELATION_OF_LINK = torch.tensor([PREVIOUS] * (N_POS - 1) + [relation for *_, relation in LINKS])


class Sentences(NamedTuple):
    """Sentences and their links. A link that a sentence lacks has row and target -1.

    Attributes
    ----------
    tokens
        Word numbers; a short sentence ends in blanks, word 0.
    row, target
        The position from which each link starts, and the position where it leads;
        ``RELATION_OF_LINK`` says which relation it is.
    """

    tokens: Int[Tensor, "n pos"]
    row: Int[Tensor, "n link"]
    target: Int[Tensor, "n link"]


def lay_out(
    word: dict[str, Tensor], present: dict[str, Tensor], of_subject: Tensor, is_tool: Tensor
) -> Sentences:
    """Put the words that are present side by side, and find both ends of every link."""
    here = torch.stack([present[place] for place in PLACES], dim=1)
    spot = here.cumsum(dim=1) - 1  # (n, place): the position of each place
    tokens = torch.zeros(len(here), N_POS + 1, dtype=torch.long)
    words = torch.stack([word[place] for place in PLACES], dim=1)
    tokens.scatter_(1, torch.where(here, spot, N_POS), words)  # absent words land behind the end
    at = {place: torch.where(here[:, i], spot[:, i], -1) for i, place in enumerate(PLACES)}
    at["antecedent"] = torch.where(of_subject, at["subject"], at["object"])
    at["owner"] = torch.where(is_tool, at["verb"], at["object"])
    before = torch.arange(N_POS - 1).expand(len(here), -1)
    inside = before + 1 < here.sum(dim=1, keepdim=True)
    row = [torch.where(inside, before + 1, -1)]
    target = [torch.where(inside, before, -1)]
    for start, end, _ in LINKS:
        there = at[start][:, None]
        row.append(there)
        target.append(torch.where(there < 0, -1, at[end][:, None]))
    return Sentences(tokens[:, :N_POS], torch.cat(row, dim=1), torch.cat(target, dim=1))


def best_offsets(sentences: Sentences) -> dict[str, tuple[int, float]]:
    """Find, for each relation, the fixed offset that is right most often, and how often that is.

    A head that always attends at the same offset can do no better than this.
    """
    best = {}
    for i, name in enumerate(RELATIONS):
        links = RELATION_OF_LINK.eq(i)
        row, target = sentences.row[:, links], sentences.target[:, links]
        offsets, times = (target - row)[row >= 0].unique(return_counts=True)
        best[name] = int(offsets[times.argmax()]), (times.max() / times.sum()).item()
    return best


def at_links(
    pattern: Float[Tensor, "*lead n head query key"], sentences: Sentences
) -> Float[Tensor, "*lead head n link"]:
    """Take from every head's pattern the attention weight that each link's row gives its target."""
    n = torch.arange(len(sentences.row))[:, None]
    by_head = pattern.movedim(-3, -4)  # (*lead, head, n, query, key)
    return by_head[..., n, sentences.row.clamp(0), sentences.target.clamp(0)]


def aimed(
    pattern: Float[Tensor, "*lead n head query key"], sentences: Sentences
) -> Bool[Tensor, "*lead head n link"]:
    """Say for every head and link whether the row's largest weight is on the target."""
    n = torch.arange(len(sentences.row))[:, None]
    largest = pattern.argmax(-1).movedim(-2, -3)  # (*lead, head, n, query)
    return largest[..., n, sentences.row.clamp(0)] == sentences.target


def by_relation(
    values: Shaped[Tensor, "*lead n link"], sentences: Sentences
) -> Float[Tensor, "*lead relation"]:
    """Average one number, or True and False, of every link over the links of each relation.

    The links that a sentence lacks do not count.
    """
    there = (sentences.row >= 0).float()
    of_relation = torch.nn.functional.one_hot(RELATION_OF_LINK).float()  # (link, relation)
    return (values * there).sum(-2) @ of_relation / (there.sum(0) @ of_relation)
