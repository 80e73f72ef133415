"""Write the book's pages of exercises from `exercises/`, one for each chapter.

    .venv/bin/python tools/authors/exercise_pages.py

The build does it too (`_ext/book_site/building/pages_of_exercises.py`); alone it is for JupyterLab,
where chapters link to these pages. A page has the task, the stub and how to check it. It has a
solution only where the exercise says `solution: open`.
"""

import json
import re
import textwrap
from pathlib import Path

import nbformat

from exercises.source import HINTS as HINTS_FIELD
from exercises.source import Source, borrowed, fill, read_all

BOOK = Path(__file__).parents[2] / "book"
KINDS = {"by-hand": "By hand", "code": "Code", "experiment": "Experiment"}
LEVELS = {1: "easy", 2: "medium", 3: "hard"}

PAGE = """\
---
myst:
  html_meta:
    description: {description}
---

# Exercises for chapter {number}: {title}

[Chapter {number}](../{chapter}.ipynb) has all you need. Write your answer below each task.
`check` knows the mistakes that people usually make. It says *visible checks pass*, or names the
likely mistake and the section that explains it, and shows the smallest counter-example. If you get
stuck, the hints below a task come one by one.

The download button at the top of this page gives all exercises as notebooks, with what `check`
needs. A rocket beside it, if there is one, opens these at once, in Binder, in Colab or on the
server of a class.

Instructors [assign](../for-instructors.md#2-an-assignment) any of these by name: with
`python -m grading assignment COURSE hw1 {names}` all of them.

{exercises}
"""

EXERCISE = """\
({target})=
## {title}

*{kind}, {level}, about {minutes} minutes.* {goal}

{task}

{hints}```python
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
sentences, each with the numbers behind it: over seeds, a median and a spread.
"""

HINTS = """\
<details class="mh-hint">
<summary>Hint <span class="mh-left">(2 left)</span></summary>

{first}

</details>

<details class="mh-hint">
<summary>Hint <span class="mh-left">(1 left)</span></summary>

{second}

</details>

"""

VARIANT_NUMBER = re.compile(r"\{\{ *(\w+) *\}\}")
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
    first_cell = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells[0].source
    number, title = re.match(r"# (\d\d) (.+)", first_cell).groups()
    sources_of_chapter = [source for source in sources if source.fields["chapter"] == chapter]
    text = PAGE.format(
        number=number,
        title=title,
        chapter=chapter,
        description=description(number, sources_of_chapter),
        names=" ".join(source.name for source in sources_of_chapter),
        exercises="\n".join(map(section, sources_of_chapter)),
    )
    return text.rstrip() + "\n"


def description(number: str, sources: list[Source]) -> str:
    """Name the exercises of a chapter in one line of YAML, as search engines show it."""
    titles = "; ".join(source.fields["title"] for source in sources)
    text = f"{len(sources)} exercises with instant checks, for chapter {number}: {titles}"
    return json.dumps(textwrap.shorten(text, 160, placeholder=" …"), ensure_ascii=False)


def target(source: Source) -> str:
    """Return the name by which pages refer to an exercise."""
    return f"exercise-{source.name.replace('_', '-')}"


def section(source: Source) -> str:
    """Write one exercise."""
    fields, kind = source.fields, source.fields["kind"]
    text = EXERCISE.format(
        target=target(source),
        title=fields["title"],
        kind=KINDS[kind],
        level=LEVELS[fields["difficulty"]],
        minutes=fields["minutes"],
        goal=fields["goal"],
        task=fill(source, source.task) + borrowed(source),
        hints=hints(source),
        stub=source.stub,
        call=f"check({source.name})" if kind == "code" else f'check("{source.name}", answer)',
    )
    text += {"by-hand": FRESH, "code": "", "experiment": EXPERIMENT}[kind].format(name=source.name)
    if source.open:
        text += SOLUTION.format(solution=_solution(source))
    return text


def hints(source: Source) -> str:
    """Write the hints, each folded; the page shows the second once the first is open."""
    if HINTS_FIELD not in source.fields:
        return ""
    first, second = (fill(source, mark_variant_numbers(h)) for h in source.fields[HINTS_FIELD])
    return HINTS.format(first=first, second=second)


def mark_variant_numbers(text: str) -> str:
    """Mark the numbers of a variant in a text, since the page can show other variants."""
    return VARIANT_NUMBER.sub(r"[\g<0>]{.mh-variant-\1}", text)


def _solution(source: Source) -> str:
    solution = fill(source, mark_variant_numbers(source.solution))
    if source.fields["kind"] == "experiment":
        solution += JUDGING.format(rubric=source.rubric, wrong=source.wrong_conclusions)
    return solution


def main() -> None:
    """Write what differs, and remove the page of a chapter that has no exercises any more."""
    text_by_path, folder = pages(), BOOK / "exercises"
    folder.mkdir(exist_ok=True)
    for old in set(folder.glob("*.md")) - set(text_by_path):
        old.unlink()
    for path, text in text_by_path.items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
