"""Where the pages of the book are on the site."""

from pathlib import Path

from book_site.learners.task_links import chapters_address

ROOT = Path(__file__).parents[2]


def page_address(name: str) -> str | None:
    """Return where a page of the book is on the site, if that is known."""
    page, _, label = name.partition("#")
    pages = chapters_address(ROOT)
    known = [path.stem for path in (ROOT / "book").glob("*.*") if path.name == page]
    return f"{pages}{known[0]}.html" + (f"#{label}" if label else "") if pages and known else None
