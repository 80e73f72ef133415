"""Train two heads in the page, from 16 seeds: what keeps them identical, how others diverge."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets
from traitlets import TraitError

from multihead.widgets.base import Fallback, Widget
from multihead.widgets.base.traits import Choice, Whole
from multihead.widgets.training import LEARNING_RATES

RANGES = {"epsilon": (1e-8, 1e-1), "seed": (0, 15), "data_seed": (0, 15), "step": (0, 4000)}


def _to_bytes(distance: np.ndarray, widget: Any) -> bytes:
    return distance.astype("<f8").tobytes()


def _from_bytes(data: Any, widget: Any) -> np.ndarray:
    return np.frombuffer(data, "<f8").reshape(-1, 3)


class SymmetryLab(Widget):
    r"""A layer of two heads that trains in the page, with no kernel, from a chosen initialisation.

    The task is the course's base task, ``LookUps((1, 2))``, and the layer its paper form:
    8 tokens of d_model = 12, d_head = 6, no residual, no biases, the loss the mean squared error
    of a fresh batch of 32 at every step. Everything is float64, and the two heads run through the
    same operations in the same order: identical heads stay identical to the last bit.

    Parameters
    ----------
    start
        W_Q, W_K and W_V of head 1. ``"nudged"``: copies of head 0's plus ``epsilon`` times
        N(0, 1). ``"equal"``: copies. ``"random"``: drawn like head 0's, from N(0, 1/fan_in).
    W_O
        The blocks of W_O. ``"equal"``: head 1 gets a copy of head 0's. ``"zero"``: both are 0.
        ``"random"``: both are drawn.
    epsilon
        How much a nudged head is changed, 1e-8 to 0.1.
    seed
        Of the initial weights of the run that is open, 0 to 15. Those of head 0 are the same for
        every ``start``, unless W_O is zero.
    data_seed
        Of the data of this run, 0 to 15; `seed` if it is not given.
    vary
        What differs from run to run of the strip of 16. ``"both"``: initial weights and data.
        ``"data"``: the data, the weights are those of `seed`. ``"start"``: the initial weights, the
        data are those of `data_seed`.
    optimizer
        ``"adam"`` (learning rate 0.03) or ``"sgd"`` (4.0), as in PyTorch.
    step
        After how many steps to show the layers, 0 to 4000. The page trains until then: the open
        run at once, the others while the reader can see the strip.
    speed
        How fast the button Train trains: ``"slow"``, at most 100 steps a second, or ``"fast"``,
        as many as fit without the page losing frames.

    Attributes
    ----------
    start, W_O, epsilon, seed, data_seed, vary, optimizer, step, speed
        The state, as above; set any of them, and the page trains what is new until ``step``.
    distance : ndarray of float64, shape (step + 1, 3)
        Filled in by the page where there is a kernel: how far the two heads of the open run are
        apart after each step. Columns: Euclidean distance of W_Q, W_K and W_V together; of
        W_O; root mean square over queries of the distance between the rows of the patterns.
        Exactly 0 means identical to the last bit.

    Raises
    ------
    TraitError
        If a trait is set to what is not named above. The old value stays.

    Notes
    -----
    The random numbers are sfc32 and Box and Muller's, so a seed gives the same curve wherever
    ``Math.log``, ``cos`` and ``exp`` round alike, as they do in one browser.

    Examples
    --------
    >>> lab = SymmetryLab()
    >>> lab.start = "equal"
    """

    folder = Path(__file__).parent

    start = Choice(["equal", "nudged", "random"], "nudged").tag(sync=True)
    W_O = Choice(["equal", "zero", "random"], "equal").tag(sync=True)
    epsilon = traitlets.Float(RANGES["epsilon"][0]).tag(sync=True)
    seed = Whole(0).tag(sync=True)
    data_seed = Whole(0).tag(sync=True)
    vary = Choice(["both", "data", "start"], "both").tag(sync=True)
    optimizer = Choice(list(LEARNING_RATES), "adam").tag(sync=True)
    step = Whole(400).tag(sync=True)
    speed = Choice(["slow", "fast"], "slow").tag(sync=True)
    _limits = traitlets.Dict(RANGES | {"learning_rates": LEARNING_RATES}).tag(sync=True)
    distance = traitlets.Instance(np.ndarray, args=((0, 3),)).tag(
        sync=True, to_json=_to_bytes, from_json=_from_bytes
    )

    def __init__(
        self,
        start: str = "nudged",
        W_O: str = "equal",
        *,
        epsilon: float = RANGES["epsilon"][0],
        seed: int = 0,
        data_seed: int | None = None,
        vary: str = "both",
        optimizer: str = "adam",
        step: int = 400,
        speed: str = "slow",
    ):
        super().__init__(
            start=start,
            W_O=W_O,
            epsilon=epsilon,
            seed=seed,
            data_seed=seed if data_seed is None else data_seed,
            vary=vary,
            optimizer=optimizer,
            step=step,
            speed=speed,
        )

    @traitlets.validate("epsilon", "seed", "data_seed", "step")
    def _check_range(self, proposal: Any) -> int | float:
        name, value = proposal["trait"].name, proposal["value"]
        low, high = RANGES[name]
        if not low <= value <= high:
            raise TraitError(f"{name}={value}; use {low:g} to {high:g}")
        return value

    @traitlets.validate("distance")
    def _check_distance(self, proposal: Any) -> np.ndarray:
        array = proposal["value"]
        if array.dtype != np.float64 or array.ndim != 2 or array.shape[1] != 3:
            raise TraitError(
                f"distance has shape {array.shape} of {array.dtype}; the page fills it in, with "
                "(step + 1, 3) of float64"
            )
        bad = np.count_nonzero(~((array >= 0) & np.isfinite(array)))
        if bad:
            raise TraitError(
                f"distance holds {bad} number(s) of {array.size} that are no distance; the page "
                "fills it in, with what is 0 or more and finite"
            )
        return array

    def url_fields(self) -> dict[str, dict[str, Any]]:
        def choice(name: str) -> dict[str, Any]:
            trait: Any = self.traits()[name]
            return {"kind": "choice", "of": list(trait.values)}

        def number(name: str, kind: str) -> dict[str, Any]:
            low, high = RANGES[name]
            return {"kind": kind, "min": low, "max": high}

        return {
            "start": choice("start"),
            "W_O": choice("W_O"),
            "epsilon": number("epsilon", "number"),
            "seed": number("seed", "int"),
            "data_seed": number("data_seed", "int"),
            "vary": choice("vary"),
            "optimizer": choice("optimizer"),
            "step": number("step", "int"),
            "speed": choice("speed"),
        }

    def fallback(self) -> Fallback:
        copies = "copies of head 0's"
        changed = f"{copies}, changed by {self.epsilon:g}"
        starts = {"equal": copies, "nudged": changed, "random": "random"}
        rows = [
            ("Task", "two look-ups, 8 tokens, d_model = 12"),
            ("Layer", "2 heads, d_head = 6, no residual, no biases"),
            ("W_Q, W_K and W_V of head 1", starts[self.start]),
            ("W_O of head 1", {**starts, "zero": "zero in both heads"}[self.W_O]),
            ("Optimiser", f"{self.optimizer}, learning rate {LEARNING_RATES[self.optimizer]:g}"),
            ("Seed of the initial weights", str(self.seed)),
            ("Seed of the data", str(self.data_seed)),
            ("Step", str(self.step)),
        ]
        return Fallback("What the page trains", ("part", "choice"), rows)
