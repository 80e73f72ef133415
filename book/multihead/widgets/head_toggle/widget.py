"""Switch heads off and see the layer's output and its loss, for any seed and training step."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import traitlets

from multihead import heads
from multihead.widgets.base import Fallback, patterns
from multihead.widgets.base.heads_over_seeds import HeadsOverSeeds
from multihead.widgets.head_toggle.errors import errors, triangles
from multihead.widgets.head_toggle.inputs import AXES, read_outputs, read_pattern, read_writes

FINEST_STEP = 0.004  # of what a head writes
STEPS_TO_ONE = 100  # of a pattern


class HeadToggle(HeadsOverSeeds):
    r"""The output of a layer of heads, and its loss, with any of its heads switched off.

    The layer's output is the sum of what its heads write, :math:`\sum_i Y_i`. Without the heads
    in S its squared error is quadratic in what is missing,

    .. math:: L(S) = \Bigl\langle \bigl(R - \sum_{i \in S} Y_i\bigr)^2 \Bigr\rangle,
              \qquad R = \sum_i Y_i - y,

    so one triangle of numbers, the QR decomposition of R and the :math:`Y_i`, gives the loss of
    every choice of heads over all examples, and only it travels to the page, as float32: the root
    of a loss is off by at most :math:`2^{-24}` of the root mean squares of R and the :math:`Y_i`
    of S, added up. Nothing is retrained.

    Parameters
    ----------
    writes
        What each head adds to the output, of shape (seed, step, example, head, pos, d_out), e.g.
        ``model.write(model.heads(x).z)`` of every seed and checkpoint. The first example is
        the one shown (in steps of 0.004, or coarser beyond ±131).
    target
        What the output should be, (example, pos, d_out).
    pattern
        Each head's pattern, averaged over examples, (seed, step, head, query, key). Rows sum to
        1. Drawn in steps of 0.01.
    seeds, steps, positions
        What to call them; 0, 1, 2, … if not given.
    outputs
        What the numbers of an output are, in their order, and how many belong to each name:
        ``{"t-1": 4, "t-2": 4}``. One name for each number if not given.
    heads, seed, step, compare, matched
        The state at first, see below. All heads are on and the last step is shown, if not given.

    Attributes
    ----------
    heads : list of int
        The *places* that are on. Place i is head i of every seed; while ``matched`` it is the
        head of that seed that is paired with head i of the first seed. So turning ``matched`` on
        leaves ``heads`` as it is, and in a seed whose heads stand in another order other heads
        go off; the status line then says which.
    seed, step : int
        What is shown, as positions on their axes, from 0.
    compare : int or None
        A second seed, shown beside the first.
    matched : bool
        Whether the heads of every seed stand in the order of the first seed's. They are paired by
        :func:`~multihead.heads.match_heads` so that the summed Jensen–Shannon divergence of
        their patterns is smallest at the last step, and keep their places at all other steps.

    Raises
    ------
    TraitError
        If sizes do not fit, a number is NaN or above 1e30 in size, a row of ``pattern`` does not
        sum to 1, names have no order, or the state is not a whole number or out of range. A
        rejected state leaves the old one.

    Examples
    --------
    >>> writes = np.zeros((1, 1, 4, 2, 3, 5))   # a seed, a step, 4 examples, 2 heads
    >>> widget = HeadToggle(writes, np.ones((4, 3, 5)), np.full((1, 1, 2, 3, 3), 1 / 3))
    >>> widget.heads = [1]
    """

    folder = Path(__file__).parent

    matched = traitlets.Bool(False).tag(sync=True)

    _positions = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _outputs = traitlets.List().tag(sync=True)  # [name, how many numbers]
    _order = traitlets.List().tag(sync=True)  # for each seed, its head at each place when matched
    _triangles = traitlets.Bytes().tag(sync=True)
    _writes = traitlets.Bytes().tag(sync=True)
    _unit = traitlets.Float().tag(sync=True)
    _target = traitlets.Bytes().tag(sync=True)
    _pattern = traitlets.Bytes().tag(sync=True)
    _steps_to_one = traitlets.Int().tag(sync=True)

    def __init__(
        self,
        writes: Any,
        target: Any,
        pattern: Any,
        *,
        seeds: Sequence[Any] | None = None,
        steps: Sequence[Any] | None = None,
        outputs: Mapping[str, int] | Iterable[tuple[str, int]] | None = None,
        positions: Sequence[Any] | None = None,
        heads: Sequence[int] | None = None,
        seed: int = 0,
        step: int | None = None,
        compare: int | None = None,
        matched: bool = False,
    ):
        writes, target = read_writes(writes, target)
        pattern = read_pattern(pattern, writes)
        sizes = dict(zip(AXES["writes"].split(), writes.shape, strict=True))
        groups = read_outputs(outputs, sizes["d_out"])
        self._all_triangles = triangles(writes, target, [count for _, count in groups])
        example = writes[:, :, 0].astype(np.float64)  # (seed, step, head, pos, d_out)
        unit = max(FINEST_STEP, np.abs(example).max() / 32767)
        super().__init__(
            _sizes=sizes,
            _seeds=patterns.names("seeds", seeds, "seed", sizes),
            _steps=patterns.names("steps", steps, "step", sizes),
            _positions=patterns.names("positions", positions, "pos", sizes),
            _outputs=[list(group) for group in groups],
            _order=_order(pattern),
            _triangles=_byte_planes(self._all_triangles.astype("<f4")),
            _writes=_byte_planes(np.rint(example / unit).astype("<i2")),
            _unit=unit,
            _target=target[0].astype("<f4").tobytes(),
            _pattern=np.rint(pattern * STEPS_TO_ONE).astype("u1").tobytes(),
            _steps_to_one=STEPS_TO_ONE,
            heads=patterns.in_order("heads", range(sizes["head"]) if heads is None else heads),
            seed=seed,
            step=sizes["step"] - 1 if step is None else step,
            compare=compare,
            matched=matched,
        )

    def url_fields(self) -> dict[str, dict[str, Any]]:
        return super().url_fields() | {"matched": {"kind": "flag"}}

    def fallback(self) -> Fallback:
        n_heads, n_pos = self._sizes["head"], self._sizes["pos"]
        seed_heads = self._order[self.seed] if self.matched else range(n_heads)
        on = sorted(seed_heads[place] for place in self.heads)
        cells = self._all_triangles[self.seed, self.step]
        now, full = errors(cells, on, n_heads), errors(cells, range(n_heads), n_heads)
        names = [f"position {name}" for name in self._positions]
        names += [f"output {name}" for name, _ in self._outputs]
        means = zip(
            ["all", *names], [now[:n_pos].mean(), *now], [full[:n_pos].mean(), *full], strict=True
        )
        rows = [(name, f"{a:.3g}", f"{b:.3g}", f"{a - b:+.3g}") for name, a, b in means]
        chosen = f"heads {', '.join(map(str, on))}" if on else "no head"
        where = f"seed {self._seeds[self.seed]}, step {self._steps[self.step]}"
        header = ("mean squared error of", f"with {chosen}", "with all heads", "change")
        return Fallback(f"Errors with {chosen} and with all heads ({where})", header, rows)


def _order(pattern: np.ndarray) -> list[list[int]]:
    """Pair the heads of each seed with those of the first, by their patterns at the last step."""
    last = torch.tensor(pattern[:, -1])[:, None]  # (seed, batch, head, query, key)
    return heads.match_heads(-heads.pattern_js(last[:1].expand_as(last), last)).tolist()


def _byte_planes(array: np.ndarray) -> bytes:
    """All first bytes of the numbers, then all second bytes, …: they compress better so."""
    return array.reshape(-1, 1).view("u1").T.tobytes()
