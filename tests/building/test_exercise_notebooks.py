"""The exercises of a chapter as a notebook: every task, stub and check of its page."""

import re

import pytest
from book_site.learners import exercise_notebooks
from conftest import ROOT
from exercise_sources import pages

PAGE = """\
---
myst: {}
---

# Exercises for chapter 04: A title

[Chapter 04](../04-c.ipynb) has all, as [Notation](../notation.md#names) says,
and {ref}`chapter 05 <ch05-place>`.

The download button at the top of this page
gives more.

Instructors [assign](../for-instructors.md) these
by name.

(exercise-two)=
## Two

Add `x` and 1.

<details class="mh-hint">
<summary>Hint <span class="mh-left">(2 left)</span></summary>

What is [[1, 2]]{.mh-variant-y} times [[[1, 2], [3, 4]]]{.mh-variant-z}, [3]{.mh-variant-x} times?

</details>

<details class="mh-hint">
<summary>Hint <span class="mh-left">(1 left)</span></summary>

And then?

</details>

```python
x = 1
answer = ...
```

Then check it:

```python
check("two", answer)
```

::::{admonition} Solution
:class: dropdown
It is 2.

```python
answer = 2
```
::::
"""
MADE = {path.stem: exercise_notebooks.notebook_of_page(text) for path, text in pages().items()}


def test_a_page_becomes_cells_without_what_only_a_page_needs():
    notebook = exercise_notebooks.notebook_of_page(PAGE)
    assert exercise_notebooks.notebook_of_page(PAGE) == notebook
    cells = notebook.cells
    assert [(cell.cell_type, cell.source) for cell in cells] == [
        (
            "markdown",
            "# Exercises for chapter 04: A title\n\n[Chapter 04](04-c.ipynb) has all, as Notation "
            "says,\nand chapter 05.\n\n## Two\n\nAdd `x` and 1.\n\n"
            '<details class="mh-hint">\n'
            "<summary>Hint (2 left)</summary>\n\nWhat is [1, 2] times [[1, 2], [3, 4]], 3 times?"
            '\n\n</details>\n\n<details class="mh-hint">\n<summary>Hint (1 left)</summary>\n\n'
            "And then?\n\n</details>",
        ),
        ("code", "x = 1\nanswer = ..."),
        ("markdown", "Then check it:"),
        ("code", 'check("two", answer)'),
    ]


@pytest.mark.parametrize("name", MADE)
def test_a_notebook_shows_no_markup_of_the_site_and_no_dead_link(name):
    text = "\n".join(cell.source for cell in MADE[name].cells if cell.cell_type == "markdown")
    assert not re.search(r":::|\{[a-z]+\}`|^\(.*\)=$|^---$|\{\.mh-", text, re.M)
    hints = re.findall(
        r"<details [^>]+>\n<summary>Hint \((\d) left\)</summary>\n\n.+\n\n</details>\n", text + "\n"
    )
    assert hints == ["2", "1"] * (len(hints) // 2)
    assert len(hints) == text.count("<details") > 0
    chapters = {path.name for path in (ROOT / "book").glob("*.ipynb")}
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    assert {link for link in links if not link.startswith("https://")} <= chapters
