"""What all widgets share; it imports no widget, and of the library only `validate`."""

from multihead.widgets.base.widget import Fallback, Widget

__all__ = ["Fallback", "Widget"]
