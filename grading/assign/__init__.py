"""Make exercises of a course, assignments of these and the book's, and the notebook for students.

Imports catalogue, course and cells, the library's exercises and their sources, and from the site
what packs a folder for learners; no other room. `first/` holds what an exercise of one's own begins
as.
"""
