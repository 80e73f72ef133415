"""Numbers in prose, and what each of them quotes.

Beside each page, in ``book/quotes/``, stands a file with a line for each of its numbers, by
section: the number as it stands in the text, and its source as a small expression (`sources.py`
lists them). The tests compare every number with its source; ``make quotes`` lists those that have
none, with candidates, and a person chooses. It may import the library, nothing of the site.
"""
