"""List a chapter's exercises under its heading *Exercises*, from `exercises/`.

.venv/bin/python tools/authors/exercise_lists.py
"""

import re
import sys
from pathlib import Path

import nbformat
from myst_parser.mdit_to_docutils.base import default_slugify

from exercises.source import Source, read_all
from tools.authors.exercise_pages import BOOK, KINDS

LIST = """\
They are on the page [Exercises for chapter {number}](exercises/{chapter}.md).

{lines}"""
LIST_IN_CHAPTER = re.compile(r"(?<=^## Exercises\n\n).*?(?=\n\n## |\Z)", re.M | re.S)


def exercise_list(chapter: str, sources: list[Source]) -> str:
    """Write what a chapter says of its exercises, with links that JupyterLab can follow too."""
    page = f"exercises/{chapter}.md"
    lines = [
        f"- [{source.fields['title']}]({page}#{default_slugify(source.fields['title'])}): "
        f"{KINDS[source.fields['kind']].lower()}, {source.fields['minutes']} minutes"
        for source in sources
        if source.fields["chapter"] == chapter
    ]
    return LIST.format(number=chapter[:2], chapter=chapter, lines="\n".join(lines))


def replace_list(path: Path, text: str) -> None:
    """Replace the list of exercises in a chapter, and nothing else."""
    notebook = nbformat.read(path, as_version=4)
    (cell,) = [cell for cell in notebook.cells if re.search("^## Exercises", cell.source, re.M)]
    cell.source = LIST_IN_CHAPTER.sub(lambda _: text, cell.source)
    nbformat.write(notebook, path)


def main() -> None:
    sources = read_all()
    for chapter in sorted({source.fields["chapter"] for source in sources}):
        titles = [s.fields["title"] for s in sources if s.fields["chapter"] == chapter]
        if repeated := {title for title in titles if titles.count(title) > 1}:
            sys.exit(f"chapter {chapter} has two exercises with one title: {repeated}; rename one")
        replace_list(BOOK / f"{chapter}.ipynb", exercise_list(chapter, sources))
        print(f"book/{chapter}.ipynb lists: {', '.join(titles)}")


if __name__ == "__main__":
    main()
