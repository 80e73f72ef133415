"""Draw passages of prose, without links and names of pages, to be read blind beside others.

    python -m tools.quotes.passages book/0[1-6]-*.ipynb --count 24 --seed 7

A passage is a run of paragraphs of one section, of 70 to 140 words. Formulas and code stay as they
are written, figures' captions and lists stay out. The same files, count and seed give the same
passages. Works for Markdown files and notebooks of other courses too.
"""

import argparse
import random
import re
from collections.abc import Iterator
from pathlib import Path

from tools.quotes.pages import cells, reader

LEAST, MOST = 70, 140  # words
NO_PROSE = re.compile(r"Figure S?\d+\.|Predict\b|Needs:|They are on the page|Going further\.")


def paragraphs(source: str) -> Iterator[str]:
    """Yield the paragraphs outside lists and tables, and an empty text where a run ends."""
    depth, is_text = 0, False
    for token in reader().parse(source):
        if token.type.endswith(("list_open", "table_open", "blockquote_open")):
            depth += 1
        elif token.type.endswith(("list_close", "table_close", "blockquote_close")):
            depth -= 1
        if token.type == "paragraph_open":
            is_text = not depth
        elif token.type == "inline" and is_text:
            text = words_of(token.children or [])
            yield "" if NO_PROSE.match(text) else text
            is_text = False
        elif token.type in {"heading_open", "fence", "bullet_list_open", "table_open"}:
            yield ""


def words_of(parts: list) -> str:
    """Return the words of a paragraph, of links only their text."""
    marks = {"code_inline": "`{}`", "math_inline": "${}$"}
    shown = (
        marks.get(part.type, "{}").format(part.content)
        if part.type in {"text", *marks}
        else " " * part.type.endswith("break")
        for part in parts
    )
    return re.sub(r"\s+", " ", "".join(shown)).strip()


def passages(page: Path) -> list[str]:
    """List the runs of paragraphs of a page that have the length of a passage."""
    found, run = [], []
    for source, _ in cells(page):
        for text in [*paragraphs(source), ""] if page.suffix == ".md" else paragraphs(source):
            run = [*run, text] if text else []
            if len(" ".join(run).split()) > MOST:
                run = [text] if len(text.split()) <= MOST else []
            if len(" ".join(run).split()) >= LEAST:
                found.append("\n\n".join(run))
                run = []
    return found


def draw(pages: list[Path], count: int, seed: int) -> list[str]:
    """Draw passages, of all pages alike: from a page with more of them, more.

    Raises
    ------
    ValueError
        If the pages have fewer passages than are asked for.
    """
    everything = [passage for page in pages for passage in passages(page)]
    if len(everything) < count:
        raise ValueError(f"{len(everything)} passages in {len(pages)} pages; ask for fewer")
    return random.Random(seed).sample(everything, count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    print(*draw(given.pages, given.count, given.seed), sep="\n\n---\n\n")


if __name__ == "__main__":
    main()
