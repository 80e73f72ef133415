"""A head with nothing to fetch: what takes attention weight from its tokens, and what it writes.

The row of attention weights and the head's output stand side by side, for one query.
"""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets
from jaxtyping import Float
from traitlets import TraitError

from multihead import example
from multihead.widgets.base import Fallback, Widget, patterns

SCORES = [0.0, 0.0, 0.0, 0.0, 0.0]
VALUES = [[3.0, 4.0], [4.0, -3.0], [-3.0, 4.0], [3.0, -4.0], [0.0, 5.0]]  # each of norm 5
MOST = 6  # of a logit or a score, up or down
MOST_TOKENS, MOST_ENTRIES = 12, 8


class IdleHead(Widget):
    r"""One head at a query that should get nothing, with a sink logit, a gate and a null token.

    With scores :math:`s_j` and value vectors :math:`v_j`, sink logit b and gate logit c,

    .. math::
        \alpha_j = \frac{e^{s_j}}{e^b + \sum_k e^{s_k}}, \qquad
        o = \sigma(c) \sum_j \alpha_j v_j.

    One token more than those given takes part in both sums: the null token, whose value vector
    is 0. Its score is ``null_score``; when it is masked, it is in neither sum.

    Parameters
    ----------
    scores
        The scores of 1 to 12 tokens: (token,). By default five tokens of score 0.
    values
        Their value vectors of 1 to 8 entries, not all 0: (token, d_head).
    sink
        The sink logit b, -6 to 6; without one (None), no :math:`e^b` stands in the denominator.
    gate
        The gate logit c, -6 to 6; without one (None), the factor is 1.
    null_score
        How strongly the query matches the null token, -6 to 6.
    masked
        Whether the null token is masked.

    Attributes
    ----------
    sink, gate, null_score, masked
        The state, as above.
    row
        The attention weights of the tokens and the null token, then what the sink takes.
    output
        What the head writes.

    Raises
    ------
    TraitError
        If ``scores`` and ``values`` do not fit together, or a trait is set to anything else than
        above. The old value stays.

    References
    ----------
    Qiu et al., 2025 (arXiv 2505.06708) for the gate; OpenAI, 2025 (arXiv 2508.10925) for the
    sink logit.

    Examples
    --------
    >>> head = IdleHead(gate=-3.0)
    >>> head.row.round(2).tolist()
    [0.17, 0.17, 0.17, 0.17, 0.17, 0.17, 0.0]
    >>> head.output.round(2).tolist()
    [0.06, 0.05]
    """

    folder = Path(__file__).parent

    sink = traitlets.Float(None, allow_none=True).tag(sync=True)
    gate = traitlets.Float(None, allow_none=True).tag(sync=True)
    null_score = traitlets.Float(0.0).tag(sync=True)
    masked = traitlets.Bool(False).tag(sync=True)
    _example = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        scores: Any = SCORES,
        values: Any = VALUES,
        *,
        sink: float | None = None,
        gate: float | None = None,
        null_score: float = 0.0,
        masked: bool = False,
    ):
        state = {"sink": sink, "gate": gate, "null_score": null_score, "masked": masked}
        super().__init__(_example=_tokens(scores, values), **state)

    @traitlets.validate("sink", "gate", "null_score")
    def _check_logit(self, proposal: Any) -> float | None:
        name, value = proposal["trait"].name, proposal["value"]
        if value is not None and not -MOST <= value <= MOST:
            without = "" if name == "null_score" else ", or None for none"
            raise TraitError(f"{name}={value}; use {-MOST} to {MOST}{without}")
        return value

    @property
    def row(self) -> Float[np.ndarray, "entry"]:
        """The attention weights of the tokens and of the null token, then what the sink takes."""
        null = -np.inf if self.masked else self.null_score
        sink = -np.inf if self.sink is None else self.sink
        return example.softmax(np.array([*self._example["scores"], null, sink]))

    @property
    def output(self) -> Float[np.ndarray, "d_head"]:
        """What the head writes: the gate times the weighted sum of the value vectors."""
        return self._gate_value * self._weighted_sum

    @property
    def _gate_value(self) -> float:
        return 1.0 if self.gate is None else float(1 / (1 + np.exp(-self.gate)))

    @property
    def _weighted_sum(self) -> Float[np.ndarray, "d_head"]:
        values = np.array(self._example["values"])
        return self.row[: len(values)] @ values

    def url_fields(self) -> dict[str, dict[str, Any]]:
        logit = {"kind": "number", "min": -MOST, "max": MOST}
        return {
            "sink": {**logit, "optional": True},
            "gate": {**logit, "optional": True},
            "null_score": logit,
            "masked": {"kind": "flag"},
        }

    def fallback(self) -> Fallback:
        values = self._example["values"]
        *weights, null, sink = (f"{weight:.2f}" for weight in self.row)
        working = np.linalg.norm(values, axis=1).max()

        def norm(vector: np.ndarray) -> str:
            return f"{np.linalg.norm(vector) / working:.2f}"

        rows = [
            *((f"token {i}", weights[i], _text(value)) for i, value in enumerate(values)),
            ("null token", "masked" if self.masked else null, _text([0.0] * len(values[0]))),
            ("sink", "no sink" if self.sink is None else sink, "–"),
            ("weighted sum", norm(self._weighted_sum), _text(self._weighted_sum)),
            ("gate", f"{self._gate_value:.2f}", "–"),
            ("output", norm(self.output), _text(self.output)),
        ]
        caption = "Attention weights, and norms as fractions of that at a working query"
        return Fallback(caption, ("part", "number", "vector"), rows)


def _tokens(scores: Any, values: Any) -> dict[str, Any]:
    """Read scores and values as lists of floats, or say why they cannot be of one head."""
    scores, values = (
        patterns.real_numbers(name, given).astype(np.float64)
        for name, given in (("scores", scores), ("values", values))
    )
    if scores.ndim != 1 or scores.size > MOST_TOKENS:
        raise TraitError(f"scores has shape {scores.shape}; give (token,), up to {MOST_TOKENS}")
    if values.ndim != 2 or values.shape[1] > MOST_ENTRIES:
        raise TraitError(
            f"values has shape {values.shape}; give (token, d_head), d_head up to {MOST_ENTRIES}"
        )
    if len(scores) != len(values):
        raise TraitError(
            f"{len(scores)} scores but {len(values)} value vectors; each token needs one of both, "
            "the null token neither"
        )
    if not values.any():
        raise TraitError(
            f"all {values.size} entries of values are 0, so the head never writes; make one other"
        )
    return {"scores": scores.tolist(), "values": values.tolist()}


def _text(vector: Any) -> str:
    return ", ".join(f"{number:z.2f}" for number in vector)
