"""What `turned_head.test.js` compares with: the similarities by NumPy."""

from multihead.widgets import TurnedHead
from multihead.widgets.turned_head.widget import similarity


def reference() -> dict:
    turns = [(angle, together) for angle in (0, 37, 90, 251) for together in (True, False)]
    found = [
        {"angle": angle, "together": together, "values": [*similarity(angle, together).values()]}
        for angle, together in turns
    ]
    return {"example": TurnedHead()._example, "turns": found}
