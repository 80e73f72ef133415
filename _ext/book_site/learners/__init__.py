"""What people take along: the notebooks as a zip, the buttons that open them, the link of a class.

It may import `build` and `pages`; no page depends on it, and it imports no library of the book.
"""
