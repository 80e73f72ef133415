"""What people take along: the notebooks as a zip, the buttons that open them, the link of a class.

It may import `building` and `pages`, and of the library `exercises`; no page depends on it.
"""
