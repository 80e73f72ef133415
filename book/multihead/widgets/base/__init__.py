"""What all widgets share; it imports no widget, and of the library only `validation`."""

from multihead.widgets.base.widget import Fallback, Widget

__all__ = ["Fallback", "Widget"]
