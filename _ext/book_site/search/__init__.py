"""The site's search: the records of each page, the index, and the page that searches it.

It imports no other room, and no library of the book.
"""
