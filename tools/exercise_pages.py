"""Write the book's pages of exercises from `exercises/`: one page for each chapter.

    .venv/bin/python tools/exercise_pages.py

A page has the task, the stub and how to check it. It has a solution only where the exercise says
`solution: open`.
"""

import re
from pathlib import Path

import nbformat
from exercise_source import Source, fill, read_all

BOOK = Path(__file__).parents[1] / "book"
KINDS = {"by-hand": "By hand", "code": "Code", "experiment": "Experiment"}
LEVELS = {1: "easy", 2: "medium", 3: "hard"}

PAGE = """\
# Exercises for chapter {number}: {title}

[Chapter {number}](../{chapter}.ipynb) has all you need.
Work in a notebook in the folder `book/`, on Binder or on your own machine.
`check` knows the mistakes that people usually make. It says *visible checks pass*, or shows the
smallest counter-example and the likely mistake.

{exercises}
"""

EXERCISE = """\
({target})=
## {title}

*{kind}, {level}, about {minutes} minutes.* {goal}

{task}

```python
{stub}
```

Then check it:

```python
from multihead.checks import check

{call}
```
"""

FRESH = """
Another seed gives fresh numbers: `numbers("{name}", seed=1)` from `multihead.checks` shows them,
and `check("{name}", answer, seed=1)` checks them.
"""

EXPERIMENT = """
`check` looks at the form of your numbers only. What counts is the conclusion: write it in a few
sentences, each with the numbers behind it.
"""

SOLUTION = """
::::{{admonition}} Solution
:class: dropdown
{solution}
::::
"""

JUDGING = """

**What a good answer has**

{rubric}

**Conclusions that do not follow**

{wrong}
"""


def pages() -> dict[Path, str]:
    """Return the text of every page by its path."""
    sources = read_all()
    chapters = sorted({source.fields["chapter"] for source in sources})
    return {BOOK / "exercises" / f"{name}.md": page(name, sources) for name in chapters}


def page(chapter: str, sources: list[Source]) -> str:
    """Write the page of one chapter."""
    first = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells[0].source
    number, title = re.match(r"# (\d\d) (.+)", first).groups()
    own = [section(source) for source in sources if source.fields["chapter"] == chapter]
    text = PAGE.format(number=number, title=title, chapter=chapter, exercises="\n".join(own))
    return text.rstrip() + "\n"


def section(source: Source) -> str:
    """Write one exercise."""
    fields, kind = source.fields, source.fields["kind"]
    text = EXERCISE.format(
        target=f"exercise-{source.name.replace('_', '-')}",
        title=fields["title"],
        kind=KINDS[kind],
        level=LEVELS[fields["difficulty"]],
        minutes=fields["minutes"],
        goal=fields["goal"],
        task=fill(source, source.task),
        stub=source.stub,
        call=f"check({source.name})" if kind == "code" else f'check("{source.name}", answer)',
    )
    text += {"by-hand": FRESH, "code": "", "experiment": EXPERIMENT}[kind].format(name=source.name)
    if source.open:
        text += SOLUTION.format(solution=_solution(source))
    return text


def _solution(source: Source) -> str:
    solution = fill(source, source.solution)
    if source.fields["kind"] == "experiment":
        solution += JUDGING.format(rubric=source.rubric, wrong=source.wrong_conclusions)
    return solution


def main() -> None:
    made = pages()
    for old in set((BOOK / "exercises").glob("*.md")) - set(made):
        old.unlink()
    for path, text in made.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(BOOK.parent))


if __name__ == "__main__":
    main()
