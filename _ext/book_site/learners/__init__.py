"""What readers answer, keep and take along: exercises in the page, progress, notebooks, a class.

It may import `building`, `pages`, `text` and `search`, and of the library `exercises`; no page
depends on it.
"""
