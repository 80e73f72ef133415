"""Take in what students hand in, and read it; nothing in it is trusted, and nothing is run.

Imports course and cells; no other room and not the library.
"""
