"""Two heads, one of which can be rotated: its weights change, and what it does stays the same."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets
from traitlets import TraitError

from multihead import example
from multihead.widgets.base import Fallback, Widget
from multihead.widgets.base.traits import Whole

WORDS = [*example.WORDS, "river"]
X = np.vstack([example.X, example.RIVER])
PAPER = example.in_form("paper", example.W_Q, example.W_K, example.W_V, example.W_O)
HEAD = {name: w[0] for name, w in PAPER._asdict().items()}
FULL_TURN = 360


class TurnedHead(Widget):
    r"""A head of the Money/Bank example, and the same head rotated in its own plane.

    Both heads have ``d_head = 2``. Head 1 is head 0 with :math:`W_Q R, W_K R, W_V R` and
    :math:`R^\top W_O`, where R rotates the plane by ``angle``. R cancels in the scores and in what
    is written, so this is the same head with different weights.

    Parameters
    ----------
    angle
        By how many degrees head 1 is rotated, 0 to 360.
    together
        Whether W_K and W_O are rotated too. If not, only W_Q and W_V are, nothing cancels, and
        head 1 is a different head.

    Attributes
    ----------
    angle, together
        The state, as above.
    similarity
        By measure: the cosine of the two heads.

    Raises
    ------
    TraitError
        If ``angle`` or ``together`` is set to anything else. The old value stays.

    Examples
    --------
    >>> pair = TurnedHead(angle=90)
    >>> round(pair.similarity["pattern"], 6)
    1.0
    """

    folder = Path(__file__).parent

    angle = Whole(90).tag(sync=True)
    together = traitlets.Bool(True).tag(sync=True)
    _example = traitlets.Dict(
        {"words": WORDS, "X": X.tolist(), **{name: w.tolist() for name, w in HEAD.items()}}
    ).tag(sync=True)

    def __init__(self, angle: int = 90, together: bool = True):
        super().__init__(angle=angle, together=together)

    @traitlets.validate("angle")
    def _check_angle(self, proposal: Any) -> int:
        angle = proposal["value"]
        if not 0 <= angle <= FULL_TURN:
            raise TraitError(f"angle={angle}; use 0 to {FULL_TURN} degrees")
        return angle

    @property
    def similarity(self) -> dict[str, float]:
        """By measure: the cosine of the two heads, over the three words."""
        return similarity(self.angle, self.together)

    def url_fields(self) -> dict[str, dict[str, Any]]:
        return {
            "angle": {"kind": "int", "min": 0, "max": FULL_TURN},
            "together": {"kind": "flag"},
        }

    def fallback(self) -> Fallback:
        rows = [(name, f"{value:z.2f}") for name, value in self.similarity.items()]
        caption = f"How similar the two heads are, head 1 rotated by {self.angle}°"
        return Fallback(caption, ("measure", "cosine"), rows)


def turned(angle: int, together: bool) -> dict[str, np.ndarray]:
    """Rotate the weights of the head; W_K and W_O only if ``together``."""
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    turn = np.array([[c, s], [-s, c]])
    along = turn if together else np.eye(2)
    by_name = {"W_Q": turn, "W_K": along, "W_V": turn}
    return {name: HEAD[name] @ by for name, by in by_name.items()} | {"W_O": along.T @ HEAD["W_O"]}


def similarity(angle: int, together: bool) -> dict[str, float]:
    """Compare head 0 with the rotated head: cosines of whole matrices, each as one vector."""
    first, second = (_measured(weights) for weights in (HEAD, turned(angle, together)))
    return {name: _cosine(first[name], second[name]) for name in first}


def _measured(w: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    pattern = example.softmax(X @ w["W_Q"] @ (X @ w["W_K"]).T / np.sqrt(2))
    z = pattern @ X @ w["W_V"]
    return {
        "W_Q": w["W_Q"],
        "W_V": w["W_V"],
        "Z": z,
        "W_Q W_Kᵀ": w["W_Q"] @ w["W_K"].T,
        "pattern": pattern,
        "Z W_O": z @ w["W_O"],
    }


def _cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float((a * b).sum() / np.linalg.norm(a) / np.linalg.norm(b))
