"""Links of a task where no chapter lies beside it: to the site if its address is known."""

import re
from pathlib import Path

from book_site.pages.site_address import site_address

PAGE_LINK = re.compile(r"\[([^]]+)\]\(\.\./([\w-]+)\.(?:md|ipynb)(#[^)]*)?\)")
REFERENCE = re.compile(r"\{ref\}`([^`<]+?) <[\w-]+>`")  # the site alone knows places by name


def chapters_address(root: Path) -> str | None:
    """Return where the chapters are read, with a slash at its end."""
    address = site_address(root)
    return address and f"{address}book/"


def resolve_links(text: str, pages: str | None) -> str:
    """Let links between pages of the book lead to the site, or leave their words alone."""
    text = REFERENCE.sub(r"\1", text)
    return PAGE_LINK.sub(rf"[\1]({pages}\2.html\3)" if pages else r"\1", text)
