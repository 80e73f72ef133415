"""Lines to begin with. No model learnt from them; each is of a kind that code is full of."""

EXAMPLES = {
    "a class": "def __init__(self, name, value):\n    self.name = name\n    self.value = value",
    "a loop": "for i in range(len(values)):\n    total += values[i]\n    values[i] = total",
    "imports": "from typing import Any\nfrom collections import Counter\nfrom functools import",
    "brackets": "return max(min(a[0], b[1]), min(a[1], b[0]))",
    "twice the same": "point_x, point_y, point_z = point_x, point_y, point_z",
}
