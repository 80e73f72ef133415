"""Say what the marks are: to students, to learning platforms, to the instructor.

Imports marks, shelf, course and cells, and the library; only final marks are reported.
"""
