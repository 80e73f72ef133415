"""What readers answer, keep and take along: exercises in the page, progress, notebooks, a class.

It may import `building` and `pages`, and of the library `exercises`; no page depends on it.
"""
