"""Take each finished page through its passes: it is read once and written once.

A pass takes a page's HTML and returns it. `book_site/__init__.py` lists them in their order. A page
that did not change since the last build goes through them again, so a pass leaves alone, or
replaces, what it did before.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

Pass = Callable[[str], str]


def run_passes(page: Path, passes: Iterable[Pass]) -> str:
    """Return the page's HTML after its passes, which is also what the file holds then."""
    original = page.read_text("utf-8")
    finished = original
    for page_pass in passes:
        finished = page_pass(finished)
    if finished != original:
        page.write_text(finished, "utf-8")
    return finished
