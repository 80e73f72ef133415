"""Kinds of traits that hold what they say: JSON can hold it, and no other type passes for it."""

from typing import Any

import traitlets

from multihead.validation import whole_numbers


class Whole(traitlets.Int):
    """A whole number, kept as an int."""

    info_text = "a whole number"

    def validate(self, obj: Any, value: Any) -> int:
        """Make an int of ``value``, or say why it cannot be."""
        try:
            return whole_numbers.read(value)
        except TypeError:
            self.error(obj, value)


class Choice(traitlets.Enum):
    """One of several texts; an array that equals one of them is not."""

    def validate(self, obj: Any, value: Any) -> str:
        """Give ``value`` back if it is one of the texts."""
        if not isinstance(value, str):
            self.error(obj, value)
        return super().validate(obj, value)
