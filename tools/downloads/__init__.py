"""The whole book as PDF and as a zip of the site, and its paths as PDF: `make downloads`.

It reads the built site, and may import the site's build and `tools.browser`; not the library.
"""
