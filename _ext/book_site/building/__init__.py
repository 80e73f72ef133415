"""Before and after Sphinx: the chapters run, their cache has its key, finished pages their passes.

It knows nothing of what stands on a page, so it imports no other room, and no library of the book.
"""
