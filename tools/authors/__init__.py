"""For authors: a new chapter, the pages of exercises, stored outputs, the site's pictures.

It may import the library, and `tools.browser`.
"""
