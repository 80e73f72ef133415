"""What changes the text of a page: captions, terms, predictions, folded code, formulas,
times, claims.

It may import the book's library, which draws the page of claims, but no other room.
"""
