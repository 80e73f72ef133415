"""Judge what students answered, and keep the marks: workers, verdicts, nbgrader's gradebook.

Imports collect and jail, catalogue, course and cells, and the library's exercises.
"""
