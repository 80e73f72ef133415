"""Links of a task where no chapter lies beside it: to the site if its address is known."""

import re
from pathlib import Path

from book_site.pages.site_address import site_address

PAGE = re.compile(r"\[([^]]+)\]\(\.\./([\w-]+)\.(?:md|ipynb)(#[^)]*)?\)")
PLACE = re.compile(r"\{ref\}`([^`<]+?) <[\w-]+>`")  # the site alone knows places by name


def site(root: Path) -> str | None:
    """Return where the chapters are read, with a slash at its end."""
    address = site_address(root)
    return address and f"{address}book/"


def followed(text: str, pages: str | None) -> str:
    """Let links between pages of the book lead to the site, or leave their words alone."""
    text = PLACE.sub(r"\1", text)
    return PAGE.sub(rf"[\1]({pages}\2.html\3)" if pages else r"\1", text)
