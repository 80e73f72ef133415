"""What people who work on the book run; no page and no library needs it.

Tools may import the library and the site's build. No tool imports `grading`, `bench` or a test, and
its folders do not import each other, but for `browser`, which shows pages to all.
"""
