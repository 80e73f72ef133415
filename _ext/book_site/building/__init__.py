"""Before and after Sphinx: exercises get pages, chapters run, finished pages have their passes.

It knows nothing of what stands on a page, so it imports no other room, and no library of the book.
"""
