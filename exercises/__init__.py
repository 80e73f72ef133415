"""The exercises, `<subject>/<name>/` each, and what reads their sources.

`source.py` and `parts.py` read an `exercise.md`, for the book's pages and for the grader alike.
"""
