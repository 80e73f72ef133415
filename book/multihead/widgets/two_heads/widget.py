"""Two identical heads, and two that nearly are: the page trains both, a click replays it.

It is the first picture of the book. The training is that of `multihead.widgets.training`.
"""

from pathlib import Path
from typing import Any

import traitlets
from traitlets import TraitError

from multihead.widgets.base import Fallback, Widget
from multihead.widgets.base.traits import Whole
from multihead.widgets.training import LEARNING_RATES

LAST_STEP = 200
NUDGES = (1e-12, 1e-1)
SETTINGS = {
    "seed": 0,
    "optimizer": "adam",
    "learningRate": LEARNING_RATES["adam"],
    "lastStep": LAST_STEP,
    "nudges": NUDGES,
}


class TwoHeads(Widget):
    """Two pairs of heads that train side by side, one of them identical, the other nearly so.

    Task, layer, batches and initial weights are those of ``SymmetryLab(seed=0)`` with Adam. In the
    first pair all weights of head 1 are copies of head 0's. In the second pair W_Q, W_K and W_V are
    copies plus ``epsilon`` times N(0, 1).

    Parameters
    ----------
    step
        After how many steps to show both pairs, 0 to 200; after all, if it is not given. The page
        trains until then.
    epsilon
        How much one head is changed, 1e-12 to 0.1.

    Attributes
    ----------
    step, epsilon
        The state, as above. The page sets ``step`` when training rests, and ``epsilon`` when a
        reader chooses a different change.

    Raises
    ------
    TraitError
        If ``step`` or ``epsilon`` is set to anything else. The old value stays.

    Examples
    --------
    >>> pairs = TwoHeads()
    >>> pairs.step = 0
    """

    folder = Path(__file__).parent

    step = Whole(LAST_STEP).tag(sync=True)
    epsilon = traitlets.Float(1e-8).tag(sync=True)
    _settings = traitlets.Dict(SETTINGS).tag(sync=True)

    def __init__(self, step: int = LAST_STEP, epsilon: float = 1e-8):
        super().__init__(step=step, epsilon=epsilon)

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        step = proposal["value"]
        if not 0 <= step <= LAST_STEP:
            raise TraitError(f"step={step}; use 0 to {LAST_STEP}")
        return step

    @traitlets.validate("epsilon")
    def _check_epsilon(self, proposal: Any) -> float:
        epsilon = proposal["value"]
        smallest, largest = NUDGES
        if not smallest <= epsilon <= largest:
            raise TraitError(f"epsilon={epsilon}; use {smallest:g} to {largest:g}")
        return epsilon

    def url_fields(self) -> dict[str, dict[str, Any]]:
        smallest, largest = NUDGES
        return {
            "step": {"kind": "int", "min": 0, "max": LAST_STEP},
            "epsilon": {"kind": "number", "min": smallest, "max": largest},
        }

    def fallback(self) -> Fallback:
        rows = [
            ("Task", "two look-ups, 8 tokens"),
            ("First pair", "identical heads"),
            ("Second pair", f"identical heads, one changed by {self.epsilon:g}"),
            ("Step", str(self.step)),
        ]
        return Fallback("What the page trains", ("part", "choice"), rows)
