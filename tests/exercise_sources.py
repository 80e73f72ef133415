"""The sources of all exercises by name and by kind, and their pages: each read or made once."""

from functools import cache
from pathlib import Path

from exercises import source as exercise_source
from tools.authors import exercise_pages

ROOT = Path(__file__).parents[1]
SOURCES = exercise_source.read_all()
BY_NAME = {source.name: source for source in SOURCES}
EXPERIMENTS = sorted(name for name in BY_NAME if BY_NAME[name].fields["kind"] == "experiment")
NAMES = sorted(BY_NAME.keys() - EXPERIMENTS)  # those with a reference
CODE = [name for name in NAMES if BY_NAME[name].fields["kind"] == "code"]
BY_HAND = [name for name in NAMES if name not in CODE]


@cache
def pages() -> dict[Path, str]:
    return exercise_pages.pages()


@cache
def all_pages() -> str:
    return "\n".join(pages().values())


def run(code: str) -> dict:
    space = {}
    exec(code, space)
    return space


def revealing_lines(source, text: str) -> list[str]:
    """List the lines that stand nowhere else in the exercise; an import tells nothing."""
    text = exercise_source.fill(source, text) if "{{" in text else text
    lines = [line for line in text.splitlines() if len(line.strip()) > 20]
    lines = [line for line in lines if not line.startswith(("from ", "import "))]
    return [line for line in lines if line not in source.stub + source.task]
