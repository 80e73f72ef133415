"""What widgets about the heads of many seeds and training steps share: their state."""

from collections.abc import Mapping
from typing import Any

import traitlets
from traitlets import TraitError

from multihead.widgets.base.traits import Whole
from multihead.widgets.base.widget import Widget


class HeadsOverSeeds(Widget):
    """Which heads are on, which seed and step are shown, and beside which other seed.

    A state that is refused leaves the old one. A subclass gives ``_sizes``, the length of each
    axis by its name, among the first traits.
    """

    heads = traitlets.List(Whole()).tag(sync=True)
    seed = Whole(0).tag(sync=True)
    step = Whole(0).tag(sync=True)
    compare = Whole(None, allow_none=True).tag(sync=True)

    # What is looked at. It does not change: new data are a new widget.
    _sizes = traitlets.Dict().tag(sync=True)
    _seeds = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _steps = traitlets.List(traitlets.Unicode()).tag(sync=True)

    @traitlets.validate("seed", "step", "compare")
    def _check_place(self, proposal: Any) -> int | None:
        return place_on_axis(proposal, self._sizes)

    @traitlets.validate("heads")
    def _check_heads(self, proposal: Any) -> list[int]:
        return different_heads(proposal["value"], self._sizes["head"])

    def url_fields(self) -> dict[str, dict[str, Any]]:
        return {
            "heads": {"kind": "set", **self.bounds("head")},
            "seed": {"kind": "int", **self.bounds("seed")},
            "step": {"kind": "int", **self.bounds("step")},
            "compare": {"kind": "int", "optional": True, **self.bounds("seed")},
        }

    def bounds(self, axis: str) -> dict[str, int]:
        """Say in the words of ``url_fields`` which places an axis has."""
        return {"min": 0, "max": self._sizes[axis] - 1}


def different_heads(heads: list[int], size: int) -> list[int]:
    """Sort heads that are on; refuse one that is not there or is named twice."""
    if any(not 0 <= head < size for head in heads):
        raise TraitError(f"heads={heads} but there are {size} heads; use 0 to {size - 1}")
    if len(set(heads)) < len(heads):
        raise TraitError(f"heads={heads}; name each head once")
    return sorted(heads)


def place_on_axis(proposal: Any, sizes: Mapping[str, int]) -> int | None:
    """Refuse a place that its axis does not have; ``compare`` is a place among the seeds."""
    name, value = proposal["trait"].name, proposal["value"]
    size = sizes["seed" if name == "compare" else name]
    if value is not None and not 0 <= value < size:
        raise TraitError(f"{name}={value} but there are {size}; use 0 to {size - 1}")
    return value
