"""Say what the marks are: to students, to learning platforms, to the instructor.

Imports marks, catalogue, course and cells, and the library; only final marks are reported.
"""
