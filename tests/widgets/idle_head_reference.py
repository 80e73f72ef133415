"""What `idle_head.test.js` compares with: a head at one query, written out in NumPy."""

from itertools import product

import numpy as np

SCORES = np.array([0.3, -1.2, 2.0])  # 3 tokens, 5 entries
VALUES = np.random.default_rng(0).normal(size=(3, 5))
STATES = [
    dict(zip(("sink", "gate", "null_score", "masked"), state, strict=True))
    for state in product((None, -0.7, 6.0), (None, 1.3, -6.0), (0.0, 4.5), (False, True))
]


def at_query(sink: float | None, gate: float | None, null_score: float, masked: bool) -> dict:
    """Divide by the sum of all exponentials, take the sum of the values, multiply by the gate."""
    powers = np.exp(SCORES)
    null_power = 0.0 if masked else np.exp(null_score)
    sink_power = 0.0 if sink is None else np.exp(sink)
    row = np.array([*powers, null_power, sink_power]) / (powers.sum() + null_power + sink_power)
    written = sum(row[i] * VALUES[i] for i in range(3))
    open_part = 1.0 if gate is None else 0.5 + np.tanh(gate / 2) / 2
    largest = max(np.sqrt((VALUES**2).sum(axis=1)))
    norms = [np.sqrt((written**2).sum()), open_part * np.sqrt((written**2).sum())]
    return {
        "row": row.tolist(),
        "gate": float(open_part),
        "output": (open_part * written).tolist(),
        "norms": [float(norm / largest) for norm in norms],
    }


def reference() -> dict:
    return {
        "example": {"scores": SCORES.tolist(), "values": VALUES.tolist()},
        "found": [{"state": state, **at_query(**state)} for state in STATES],
    }
