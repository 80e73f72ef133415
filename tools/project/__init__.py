"""What the repository needs as a whole: pins, licences, links, releases, the branch for learners.

It imports nothing of ours: workflows run some of it without the book's environment.
"""
