"""Widgets that are live in Jupyter and answer with no kernel on a static page."""
