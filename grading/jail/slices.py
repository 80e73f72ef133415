"""Which statements of a notebook an answer needs, found before anything runs.

A name that a statement uses at once has the value from above it; one that a function uses has the
value at the time of the call.
"""

from __future__ import annotations

import builtins
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grading.jail.statements import Statement

Slice = list[tuple[int, list[int]]]  # numbers of cells, from 1, and of their statements, from 0


def plan(
    statements: list[Statement], names: list[str]
) -> tuple[dict[str, Slice], dict[str, list[int]]]:
    """Return what each name needs, and the cells that give or change it, if any do.

    What is only imported comes first, all else in the order of the notebook.
    """
    notebook = Notebook(statements)
    slices, defining = {}, {}
    for name in names:
        if touching := notebook.touching.get(name):
            slices[name] = notebook.in_order(notebook.needed(name))
            defining[name] = sorted({notebook.all[one].cell for one in touching})
    return slices, defining


class Notebook:
    """All statements in their order, and by name the numbers of those that give or change it."""

    def __init__(self, statements: list[Statement]):
        self.all = statements
        others = {name for one in statements if not one.imports for name in one.gives}
        self.modules = {n for one in statements if one.imports for n in one.gives} - others
        makes = {name: one.makes for one in statements for name in one.anew}
        self.touching: dict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(statements):
            made = {name for function in one.calls for name in makes.get(function, ())}
            for name in one.gives | ((one.changes | made) - self.modules):
                self.touching[name].append(number)

    def needed(self, name: str) -> set[int]:
        """Return the statements that a name needs to have the value of the end of the notebook."""
        end = len(self.all)
        seen, todo = set(), [(number, end) for number in self.giving(name, end)]
        while todo:
            number, time = todo.pop()
            if (number, time) in seen:
                continue
            seen.add((number, time))
            for used in self.all[number].now:
                before = self.giving(used, number)
                todo += [(one, moment) for one in before for moment in {number, time}]
            for used in self.all[number].later:
                todo += [(one, time) for one in self.giving(used, time)]
        return {number for number, _ in seen}

    def giving(self, name: str, time: int) -> list[int]:
        """Return what makes the value of a name at a time; if nothing does, that of the end."""
        if name not in self.touching:
            return [] if hasattr(builtins, name) else self.touching.get("*", [])
        touching = self.touching[name]
        above = [one for one in touching if one < time] or touching
        anew = [place for place, one in enumerate(above) if name in self.all[one].anew]
        return above[anew[-1] :] if anew else above

    def in_order(self, numbers: Iterable[int]) -> Slice:
        made: Slice = []
        imports_first = sorted(numbers, key=lambda number: (not self._is_free(number), number))
        for one in (self.all[number] for number in imports_first):
            if not made or made[-1][0] != one.cell:
                made.append((one.cell, []))
            made[-1][1].append(one.place)
        return made

    def _is_free(self, number: int) -> bool:
        one = self.all[number]
        return one.imports and one.gives <= self.modules
