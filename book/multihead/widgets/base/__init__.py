"""What all widgets share."""

from multihead.widgets.base.widget import Fallback, Widget

__all__ = ["Fallback", "Widget"]
