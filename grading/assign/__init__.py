"""Make an assignment of the book's exercises, and the notebook that students get.

Imports course and cells, the library's exercises and their sources; no other room.
"""
