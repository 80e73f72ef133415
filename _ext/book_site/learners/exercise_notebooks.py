"""The exercises of a chapter as a notebook: the tasks of its page, stubs to fill in, and checks.

They are made from the pages, which show no closed solution; open ones stay on the page. A notebook
lies beside the chapters, where it finds the library.
"""

import re
from pathlib import Path

import nbformat

from book_site.building.pages_of_exercises import PAGES

PAGE_ONLY = (
    re.compile(r"\A---\n.*?^---\n", re.M | re.S),  # front matter
    re.compile(r"^\([\w-]+\)=\n", re.M),  # names of places
    re.compile(r"^(?:The download button|Instructors) .*?\n\n", re.M | re.S),  # of the page
    re.compile(r"^::::\{admonition\} Solution\n.*?^::::\n", re.M | re.S),
)
LEFT = re.compile(r'<span class="mh-left">(.*?)</span>')  # of hints, which the page shows
# A number that other numbers take the place of on the page; a list has brackets of its own.
MARKED = re.compile(r"\[((?:[^][]|\[(?:[^][]|\[[^][]*\])*\])*)\]\{\.mh-variant-\w+\}")
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
CODE_BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.M | re.S)
# Links that lead nowhere from a notebook: to pages that are no notebooks, and to places by name.
DEAD_LINK = re.compile(r"\[([^]]+)\]\(\.\./(?![\w-]+\.ipynb)[^)]*\)|\{ref\}`([^`<]+?) <[\w-]+>`")


def notebook_file(chapter: str) -> str:
    """Return the file of a chapter's exercises: 04-all-heads-at-once has exercises-04-…"""
    return f"exercises-{chapter}.ipynb"


def is_exercise_page(docname: str) -> bool:
    return docname.startswith(f"{PAGES}/")


def exercise_notebooks(root: Path) -> dict[str, nbformat.NotebookNode]:
    """Return the notebook of each page of exercises by its path."""
    pages = sorted((root / PAGES).glob("*.md"))
    if not pages and (root / "exercises").is_dir():
        raise FileNotFoundError(f"{PAGES}/ has no pages of the exercises; `make book` writes them")
    return {f"book/{notebook_file(p.stem)}": notebook_of_page(p.read_text("utf-8")) for p in pages}


def notebook_of_page(page: str) -> nbformat.NotebookNode:
    """Turn the text of a page into cells."""
    for pattern in PAGE_ONLY:
        page = pattern.sub("", page)
    page = LEFT.sub(r"\1", page)
    page = MARKED.sub(r"\1", page)
    page = DEAD_LINK.sub(lambda link: link[1] or link[2], page).replace("](../", "](")
    parts = CODE_BLOCK.split(page)  # text and code in turn
    cells = []
    for i, part in enumerate(parts):
        if part.strip():
            make = nbformat.v4.new_code_cell if i % 2 else nbformat.v4.new_markdown_cell
            cells.append(make(part.strip(), id=f"cell-{i}"))
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
