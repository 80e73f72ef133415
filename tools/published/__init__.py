"""What is published, opened as a reader meets it, beside the repository here: `make published`.

It reads what the network gives and needs no built book. It may import the site's build and
`tools.project`; not the library.
"""
