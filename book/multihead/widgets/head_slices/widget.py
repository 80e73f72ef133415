"""What is cut when heads are made: the input, or what comes out of the product with the weights?

One small product, X W_Q, with all entries, and the part of it that each head gets.
"""

from pathlib import Path
from typing import Any

import traitlets
from traitlets import TraitError

from multihead.widgets.base import Fallback, Widget
from multihead.widgets.base.traits import Choice, Whole

N_HEADS = 2
EXAMPLE = {
    "words": ["money", "bank", "river"],
    "X": [[2, 0, 1, 0], [1, 1, 0, 2], [0, 2, 1, 0]],
    "W": [[1, 0, 2, 1], [2, 1, 0, 1], [0, 1, 1, 0], [1, 2, 0, 1]],
    "heads": N_HEADS,
}
CUTS = {
    "output": "the product, column by column",
    "input": "the input, column by column",
    "memory": "the product, in the order of memory",
}


class HeadSlices(Widget):
    r"""Which entries of X and of W_Q make the queries of one head.

    Three words, ``d_model = 4``, two heads of width 2. All heads' W_Q stand side by side in one
    matrix, 4 x 4.

    Parameters
    ----------
    cut
        What is cut into heads. ``"output"``: the product :math:`X W_Q`, each head taking two of its
        columns, as in Vaswani et al. (2017). ``"input"``: X, each head reading two of its columns
        through a matrix of its own, 2 x 2 (the sliced form). ``"memory"``: the product, by
        ``view(heads, words, d_head)`` without a transpose, which is a common mistake.
    head
        The head whose entries are marked, 0 or 1.

    Attributes
    ----------
    cut, head
        The state, as above.

    Raises
    ------
    TraitError
        If ``cut`` or ``head`` is set to anything else. The old value stays.

    Examples
    --------
    >>> slices = HeadSlices()
    >>> slices.cut = "input"
    """

    folder = Path(__file__).parent

    cut = Choice([*CUTS], "output").tag(sync=True)
    head = Whole(0).tag(sync=True)
    _example = traitlets.Dict(EXAMPLE).tag(sync=True)

    def __init__(self, cut: str = "output", head: int = 0):
        super().__init__(cut=cut, head=head)

    @traitlets.validate("head")
    def _check_head(self, proposal: Any) -> int:
        head = proposal["value"]
        if not 0 <= head < N_HEADS:
            raise TraitError(f"head={head}; use 0 to {N_HEADS - 1}")
        return head

    def url_fields(self) -> dict[str, dict[str, Any]]:
        return {
            "cut": {"kind": "choice", "of": [*CUTS]},
            "head": {"kind": "int", "min": 0, "max": N_HEADS - 1},
        }

    def fallback(self) -> Fallback:
        rows = [
            ("What is cut", CUTS[self.cut]),
            ("Head", str(self.head)),
            *((f"X, {w}", _texts(x)) for w, x in zip(EXAMPLE["words"], EXAMPLE["X"], strict=True)),
            *((f"W_Q, row {i}", _texts(w)) for i, w in enumerate(EXAMPLE["W"])),
        ]
        return Fallback("Which entries a head gets", ("part", "entries"), rows)


def _texts(row: list[int]) -> str:
    return " ".join(map(str, row))
