"""Walk through the Money/Bank example in eight steps, with numbers that can be changed."""

from pathlib import Path
from typing import Any, get_args

import numpy as np
import traitlets
from traitlets import TraitError

from multihead import example
from multihead.widgets.base import Fallback, Widget, patterns
from multihead.widgets.base.traits import Choice, Whole

FORMS = get_args(example.Form)
PROJECTIONS = ("Q", "K", "V")
STEPS = ("X", "W", "Q K V", "scores", "pattern", "Z", "Z′", "output")  # steps.js says what each is
HEADS, WIDTH, _ = example.W_O.shape
AXES = {2: "word, d_model", 3: "head, d_model, d_model"}


def _to_lists(array: np.ndarray, _: Widget) -> list:
    return array.tolist()


def _from_lists(rows: list, _: Widget) -> np.ndarray:
    return np.array(rows, dtype=np.float64)


class Numbers(traitlets.TraitType):
    """A read-only float64 array with the shape of the array it starts as."""

    def __init__(self, start: np.ndarray):
        super().__init__(default_value=start)
        self.shape = start.shape
        # At most 32 numbers, which a link names one by one: they travel as a nested list.
        # JavaScript writes 1e20 as a whole number, which NumPy would not read as a float.
        self.tag(sync=True, to_json=_to_lists, from_json=_from_lists)

    def validate(self, obj: Any, value: Any) -> np.ndarray:
        """Make a float64 copy of ``value``, or say why it cannot be."""
        array = patterns.as_array(str(self.name), value)
        if array.shape != self.shape:
            raise TraitError(
                f"{self.name} has shape {array.shape}, the example's has {self.shape}: "
                f"({AXES[len(self.shape)]}), in the wide form whichever form is shown"
            )
        if array.dtype.kind not in "iuf":
            raise TraitError(f"{self.name} holds {array.dtype}; give real numbers")
        array = array.astype(np.float64)
        bad = np.count_nonzero(~np.isfinite(array))
        if bad:
            raise TraitError(f"{self.name} holds {bad} NaN or infinite number(s) of {array.size}")
        array.flags.writeable = False
        return array


class MoneyBank(Widget):
    r"""The worked example of chapter 03, step by step; any number of it can be changed.

    The arrays have the shapes and, at first, the values they have in :mod:`multihead.example`.
    What a reader types in the page arrives here, and what is assigned here shows there. An array
    is read-only, so that a change is an assignment: ``widget.X = widget.X * 2``.

    Attributes
    ----------
    X : ndarray, shape (2, 4)
        The embeddings.
    W_Q, W_K, W_V, W_O : ndarray, shape (2, 4, 4)
        The weights in wide form, the head axis first, also while the paper form is shown.
    form : {"wide", "paper"}
        The form of the layer; "paper" keeps of the weights what
        :func:`multihead.example.in_form` keeps.
    step : int
        From 1, the embeddings, to 8, the output; at first 3, the first that computes something.
    head : int
        The head whose matrices are multiplied, 0 or 1; the page calls them head 1 and head 2.
    projection : {"Q", "K", "V"}
        Which of a head's products is shown in step 3.
    row, column : int
        The entry whose sum is written out, from 0. Where a matrix has fewer columns it is the
        last one.

    Raises
    ------
    TraitError
        If an array has another shape, or holds what is not a finite real number, or another trait
        is out of its range. What is refused leaves the old value.

    Examples
    --------
    >>> widget = MoneyBank(step=5)
    >>> widget.W_Q = 2 * widget.W_Q
    >>> widget.results().pattern.round(2)[0, 1]
    array([0.98, 0.02])
    """

    folder = Path(__file__).parent

    X = Numbers(example.X)
    W_Q = Numbers(example.W_Q)
    W_K = Numbers(example.W_K)
    W_V = Numbers(example.W_V)
    W_O = Numbers(example.W_O)
    form = Choice(FORMS, "wide").tag(sync=True)
    step = Whole(3).tag(sync=True)  # the first in which something is computed
    head = Whole(0).tag(sync=True)
    projection = Choice(PROJECTIONS, "Q").tag(sync=True)
    row = Whole(1).tag(sync=True)
    column = Whole(1).tag(sync=True)

    # The chapter's own: what is marked as changed differs from these, and reset goes back to them.
    _start = traitlets.Dict().tag(sync=True)
    _words = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _coordinates = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _steps = traitlets.List(traitlets.Unicode(), list(STEPS)).tag(sync=True)
    _forms = traitlets.List(traitlets.Unicode(), list(FORMS)).tag(sync=True)

    ARRAYS = ("X", "W_Q", "W_K", "W_V", "W_O")
    BOUNDS = {  # noqa: RUF012
        "step": (1, len(STEPS)),
        "head": (0, HEADS - 1),
        "row": (0, len(example.WORDS) - 1),
        "column": (0, HEADS * WIDTH - 1),
    }

    def __init__(self, **state: Any):
        unknown = sorted(set(state) - {*self.ARRAYS, *self.BOUNDS, "form", "projection"})
        if unknown:
            raise TypeError(f"MoneyBank has no {', '.join(unknown)}")
        super().__init__(
            **state,
            _start={name: getattr(example, name).tolist() for name in self.ARRAYS},
            _words=list(example.WORDS),
            _coordinates=list(example.COORDINATES),
        )

    @traitlets.validate(*BOUNDS)
    def _check_bounds(self, proposal: Any) -> int:
        name, value = proposal["trait"].name, proposal["value"]
        low, high = self.BOUNDS[name]
        if not low <= value <= high:
            raise TraitError(f"{name}={value}; use {low} to {high}")
        return value

    def results(self) -> example.Steps:
        """Work the example out with the numbers as they stand, in the form that is shown.

        Raises
        ------
        ValueError
            If a product overflows float64. The page shows ∞ or NaN there, as NumPy would.
        """
        return example.steps(*(getattr(self, name) for name in self.ARRAYS), form=self.form)

    def url_fields(self) -> dict[str, dict[str, Any]]:
        bounds = self.BOUNDS.items()
        return {
            **{name: {"kind": "int", "min": low, "max": high} for name, (low, high) in bounds},
            "form": {"kind": "choice", "of": FORMS},
            "projection": {"kind": "choice", "of": PROJECTIONS},
            **{name: {"kind": "entries"} for name in self.ARRAYS},
        }

    def fallback(self) -> Fallback:
        caption = f"Every matrix of the worked example, {self.form} form"
        weights = example.in_form(self.form, self.W_Q, self.W_K, self.W_V, self.W_O)
        matrices = {"X": self.X}
        for name, pair in zip(("W_Q", "W_K", "W_V"), weights[:3], strict=True):
            matrices |= {f"{name}{'¹²'[i]}": w for i, w in enumerate(pair)}
        matrices["W_O"] = np.concatenate(weights.W_O)
        try:
            results = self.results()
        except ValueError as error:
            caption = f"{caption}; {error}"
        else:
            for name in ("Q", "K", "V", "scores", "pattern", "Z"):
                pair = getattr(results, name)
                matrices |= {f"{name}{'₁₂'[i]}": m for i, m in enumerate(pair)}
            matrices |= {"Z′": results.Z_prime, "output": results.output}
        width = max(m.shape[1] for m in matrices.values())
        rows = [
            (f"{name}, row {i}", *(_text(x) for x in row), *[""] * (width - len(row)))
            for name, matrix in matrices.items()
            for i, row in enumerate(matrix, start=1)
        ]
        return Fallback(caption, ("matrix", *(f"column {i}" for i in range(1, width + 1))), rows)


def _text(x: float) -> str:
    """Whole numbers as such, others with two decimals, and the smallest and largest as 1.00e-9."""
    if x == 0 or (abs(x) < 1e6 and abs(x - round(x)) <= 1e-12 * abs(x)):
        return str(round(x))
    if 0.005 <= abs(x) < 1e6:
        return f"{x:.2f}"
    digits, exponent = f"{x:.2e}".split("e")
    return f"{digits}e{int(exponent):+d}"
