"""What heads of a model of text look at: habits, each of which names the keys that a query takes.

A habit is a table (batch, query, key) that is True at those keys; the query and what stands before
it decide. Habits overlap: the token one back may begin the line as well.
"""

from collections.abc import Callable

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from multihead.real_text.byte_pairs import BytePairs

OPEN, SHUT = "([{", ")]}"

Tokens = Int[Tensor, "batch pos"]
Keys = Bool[Tensor, "batch query key"]


def habits(tokens: Int[Tensor, "..."], pairs: BytePairs) -> dict[str, Keys]:
    """Return the keys of each habit by its name.

    Raises
    ------
    ValueError
        If tokens are not (batch, pos).
    """
    if tokens.ndim != 2:
        raise ValueError(f"tokens have shape {tuple(tokens.shape)}; give (batch, pos)")
    keys_of: dict[str, Callable[[Tokens, BytePairs], Keys]] = {
        "itself": lambda tokens, _: at_distance(tokens, 0),
        "one back": lambda tokens, _: at_distance(tokens, 1),
        "two back": lambda tokens, _: at_distance(tokens, 2),
        "the same token": same_token,
        "after the same token": after_same_token,
        "the line's start": line_start,
        "a start as far indented": as_far_indented,
        "the open bracket": open_bracket,
        "the first token": first_token,
    }
    return {name: keys(tokens, pairs) for name, keys in keys_of.items()}


def habit_share(
    pattern: Float[Tensor, "batch head query key"], keys: Keys
) -> tuple[Float[Tensor, " head"], Float[Tensor, ""]]:
    """Return the share on the keys of a habit, by head, and that of an even look.

    Both are means over the queries that have such a key. 0 to 1; NaN if no query has one.
    """
    has_key = keys.any(dim=-1)  # (batch, query)
    share = (pattern * keys[:, None]).sum(dim=-1).transpose(0, 1)[:, has_key].mean(dim=1)
    seen = torch.arange(1, keys.shape[-1] + 1)
    even = (keys.sum(dim=-1) / seen)[has_key].mean()
    return share, even


def at_distance(tokens: Tokens, distance: int) -> Keys:
    """The token so far before the query."""
    n = tokens.shape[1]
    there = torch.ones(n, n, dtype=torch.bool).tril(-distance).triu(-distance)
    return there.expand(len(tokens), n, n)


def same_token(tokens: Tokens, _: BytePairs) -> Keys:
    """All earlier tokens that are the query's own."""
    return (tokens[:, :, None] == tokens[:, None]).tril(-1)


def after_same_token(tokens: Tokens, pairs: BytePairs) -> Keys:
    """All tokens that stand behind an earlier one that is the query's own."""
    keys = same_token(tokens, pairs)
    return torch.cat([torch.zeros_like(keys[:, :, :1]), keys[:, :, :-1]], dim=-1)


def line_start(tokens: Tokens, pairs: BytePairs) -> Keys:
    """The token that begins the query's line, for all but that token."""
    n, starts = tokens.shape[1], starts_of_lines(tokens, pairs)
    return (torch.arange(n) == starts[:, :, None]).tril(-1)


def as_far_indented(tokens: Tokens, pairs: BytePairs) -> Keys:
    """The beginnings of earlier lines that are as far indented as the query's line."""
    starts = starts_of_lines(tokens, pairs)
    own = tokens.gather(1, starts.clamp(min=0))[:, :, None]
    earlier = torch.arange(tokens.shape[1]) < starts[:, :, None]
    return (tokens[:, None] == own) & earlier


def open_bracket(tokens: Tokens, pairs: BytePairs) -> Keys:
    """The innermost bracket that is open behind the query, for all but that bracket."""
    keys = torch.zeros(*tokens.shape, tokens.shape[1], dtype=torch.bool)
    for row, numbers in enumerate(tokens.tolist()):
        still_open: list[int] = []
        for at, number in enumerate(numbers):
            bracket = pairs.tokens[number].strip()
            if still_open and bracket in (*SHUT,):
                still_open.pop()
            if still_open:
                keys[row, at, still_open[-1]] = True
            if bracket in (*OPEN,):
                still_open.append(at)
    return keys


def first_token(tokens: Tokens, _: BytePairs) -> Keys:
    """The first token of all, for all others."""
    keys = torch.zeros(*tokens.shape, tokens.shape[1], dtype=torch.bool)
    keys[:, 1:, 0] = True
    return keys


def starts_of_lines(tokens: Tokens, pairs: BytePairs) -> Int[Tensor, "batch pos"]:
    """Return where each token's line begins; -1 if that stands before the first token."""
    begins = torch.tensor([token.startswith("\n") for token in pairs.tokens])
    at = torch.arange(tokens.shape[1]).where(begins[tokens], -1)
    return at.cummax(dim=1).values
