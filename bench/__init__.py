"""Measurements that you can repeat; each prints a table, and says which decision it backs.

A bench may import everything but tests, and nothing but a test imports a bench.
"""

from pathlib import Path

from book_site import fingerprint


def code_digest(*files: str | Path) -> str:
    """Hash programs and all that they reach in the library: what a stored result is made from."""
    return fingerprint.of_source(*(Path(file).read_text("utf-8") for file in files))
