"""Write a skeleton of a chapter that has every part a chapter needs.

    .venv/bin/python tools/authors/new_chapter.py 12-what-is-lost "What is lost when a head goes"

Then add `- file: book/12-what-is-lost` to `_toc.yml`; CONTRIBUTING.md has the next steps.
"""

import re
import sys
from pathlib import Path

import nbformat
from book_site.building.chapter_source import keep_source
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

BOOK = Path(__file__).parents[2] / "book"

QUESTION = """\
# {number} {title}

The question, in one sentence?

After this chapter you can do one thing more.

*Needs:* an earlier chapter."""

PICTURE = """\
from multihead.widgets import TwoHeads

TwoHeads()"""

IMPORTS = """\
from multihead.attention import MultiHeadAttention
from multihead.claims import claim, median
from multihead.tasks import LookUps
from multihead.train import train
from multihead.train.data import fresh_generator"""

TRAINING = [
    """\
def two_heads(g):
    return MultiHeadAttention(12, 2, d_out=8, generator=g)""",
    """\
task = LookUps((1, 2))
test_x, test_y = task.sample(256, fresh_generator())
run = train(two_heads, task, seeds=range(20), steps=240)
r2 = task.score(run.predict(test_x), test_y)  # (seed,)""",
]

CLAIM = """\
assert r2.shape == (20,)
name = "A name that no other claim of the book has: R²"
claim("an-id-that-stays", name, median(r2), above=0.95)"""

ENDING = """\
What happened, in one short paragraph.

## What we now know

- One line for each finding.

What this does *not* show: one line.

## Exercises

Write two or more in `exercises/`; `tools/authors/exercise_lists.py` lists them here."""


PREDICTION = "**Predict, then run.** Will the score be near 0, one half or 1?"
GUESS = {
    "right": "1",
    "choices": [
        ["0", "What tempts one to say so, and what is so."],
        ["one half", "What tempts one to say so, and what is so."],
        ["1", "Why it is so."],
    ],
}


def skeleton(number: str, title: str) -> nbformat.NotebookNode:
    """Make the notebook: question, picture, imports, prediction, training, claim, summary."""
    notebook = new_notebook()
    notebook.cells = [
        new_markdown_cell(QUESTION.format(number=number, title=title)),
        new_markdown_cell("What to look at, and what to click."),
        new_code_cell(PICTURE, metadata={"tags": ["hide-input"]}),
        new_code_cell(IMPORTS, metadata=folded_code("Show the imports")),
        new_markdown_cell(PREDICTION, metadata={"predict": GUESS}),
        *map(new_code_cell, TRAINING),
        new_code_cell(CLAIM, metadata=folded_code("Show how this is checked")),
        new_markdown_cell(ENDING),
    ]
    keep_source(notebook)
    return notebook


def folded_code(label: str) -> dict:
    """Metadata of a cell whose code is folded under a label."""
    return {"tags": ["hide-input"], "mystnb": {"code_prompt_show": label}}


def main(name: str, title: str) -> None:
    path = BOOK / f"{name}.ipynb"
    if not re.fullmatch(r"\d\d-[a-z0-9-]+", name):
        sys.exit(f"{name!r} is not a chapter's name; use two digits and words: 12-what-is-lost")
    if path.exists():
        sys.exit(f"{path} exists; choose another name")
    nbformat.write(skeleton(name[:2], title), path)
    print(f"{path}: now add `- file: book/{name}` to _toc.yml, and its finding to book/intro.md")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit('usage: new_chapter.py 12-what-is-lost "What is lost when a head goes"')
    main(*sys.argv[1:])
