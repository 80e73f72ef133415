"""Which word of the second sentence stands for a word of the first. The page does the same."""

from collections.abc import Sequence


def partner(first: Sequence[str], second: Sequence[str], at: int) -> int:
    """Return the place in ``second`` of the token at a place in ``first``.

    Up to where the two differ it is the same place; behind that the same from the end; between, as
    many tokens behind the beginning of what differs, or the last of what differs.
    """
    shorter = min(len(first), len(second))
    same = [a == b for a, b in zip(first, second, strict=False)]
    before = same.index(False) if False in same else shorter
    if at < before:
        return at
    behind = 0
    while behind < shorter - before and first[-1 - behind] == second[-1 - behind]:
        behind += 1
    if at >= len(first) - behind:
        return at - len(first) + len(second)
    return min(at, max(len(second) - behind - 1, before - 1, 0))
