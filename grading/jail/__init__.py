"""Run student code, so that only numbers come out of it.

Imports cells and the library's `answers`, and nothing else of ours. What runs inside (the parts
that `bubblewrap` names) finds there the library without its exercises, and no other file of ours.
"""
