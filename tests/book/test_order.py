"""The order of the book: parts, side roads, and every mention of a chapter by its number."""

import re

import nbformat
import pytest
from conftest import ROOT
from sphinx_external_toc.parsing import parse_toc_yaml

BOOK = ROOT / "book"
NAMES = sorted(path.stem for path in BOOK.glob("*.ipynb"))
CHAPTERS = {name[:2]: name for name in NAMES if re.match(r"\d\d-", name)}
GROUPS = {
    group.caption: [name.removeprefix("book/") for name in group.items]
    for group in parse_toc_yaml(ROOT / "_toc.yml").root.subtrees
}
PARTS = {caption: names for caption, names in GROUPS.items() if caption.startswith("Part ")}
SIDE_ROADS = GROUPS["Side roads"]
NUMBERS = {name: str(int(number)) for number, name in CHAPTERS.items()} | {
    name: f"S{i}" for i, name in enumerate(SIDE_ROADS, 1)
}
NOTEBOOKS = {name: nbformat.read(BOOK / f"{name}.ipynb", as_version=4) for name in NAMES}
PROSE = {
    f"{name}.ipynb": "\n".join(c.source for c in nb.cells if c.cell_type == "markdown")
    for name, nb in NOTEBOOKS.items()
} | {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (*BOOK.rglob("*.md"), *(ROOT / "exercises").rglob("*.md"), ROOT / "README.md")
}
HOME = PROSE["book/intro.md"]
BEGINS = re.compile(r"^This chapter begins part ([IV]+), \*(.+?)\*: (.+\?)$", re.M)
CAPTION = re.compile(r"^\*\*Figure (S?\d+)\.(\d+)\.", re.M)


def rows_below(heading: str) -> list[str]:
    """Return the pages that the home page lists under a heading."""
    below = HOME.partition(f"### {heading}\n")[2].partition("##")[0]
    return re.findall(r"^\[.*\]\(([\w-]+)\.ipynb\)$", below, re.M)


def wrong_numbers(text: str) -> list[str]:
    """List what names a chapter by a number that is not its own."""
    mentions = re.findall(r"\b[Cc]hapters? (\d\d)(?:(?:,| and) (\d\d))?", text)
    wrong = [n for numbers in mentions for n in numbers if n and n not in CHAPTERS]
    for number, file in re.findall(r"\[[Cc]hapter (\d\d)\]\((?:\.\./)*(\d\d)-", text):
        wrong += [f"chapter {number} links to {file}"] * (number != file)
    figures = re.findall(r"Figure (S?\d+)\.\d", text)
    return wrong + [f"Figure {n}" for n in figures if n not in NUMBERS.values()]


def test_the_parts_and_side_roads_are_together_the_book_in_its_order():
    assert [name for part in PARTS.values() for name in part] == [*CHAPTERS.values()]
    assert sorted([*CHAPTERS.values(), *SIDE_ROADS]) == NAMES


@pytest.mark.parametrize("caption", PARTS)
def test_a_part_asks_its_question_in_its_first_chapter_and_at_home(caption):
    opening, *others = (NOTEBOOKS[name].cells[0].source for name in PARTS[caption])
    number, name, question = BEGINS.search(opening).groups()
    assert caption == f"Part {number}: {name}"
    assert not any(map(BEGINS.search, others))
    assert f"### {caption}\n\n{question[0].upper()}{question[1:]}\n\n" in HOME
    assert rows_below(caption) == PARTS[caption]


def test_the_home_page_lists_the_side_roads():
    assert rows_below("Side roads") == SIDE_ROADS


@pytest.mark.parametrize("name", NAMES)
def test_a_chapter_numbers_itself_and_its_figures(name):
    text = PROSE[f"{name}.ipynb"]
    assert text.startswith(f"# {name[:2]} ") == (name in CHAPTERS.values())
    figures = CAPTION.findall(text)
    assert figures == [(NUMBERS[name], str(i + 1)) for i in range(len(figures))]


@pytest.mark.parametrize("page", PROSE)
def test_a_chapter_is_named_by_its_number(page):
    assert wrong_numbers(PROSE[page]) == []
