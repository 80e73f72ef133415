"""What stands around the text of a page, the files beside the pages, and the checks of both.

It may import `building`, which knows the repository; no other room, and of the library of the book
only the form of the files that a widget fetches.
"""
