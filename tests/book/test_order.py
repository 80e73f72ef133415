"""The order of the book: its parts, and every mention of a chapter by its number."""

import re

import nbformat
import pytest
from conftest import ROOT
from sphinx_external_toc.parsing import parse_toc_yaml

BOOK = ROOT / "book"
CHAPTERS = {path.stem[:2]: path.stem for path in sorted(BOOK.glob("*.ipynb"))}
PARTS = {
    part.caption: [name.removeprefix("book/") for name in part.items]
    for part in parse_toc_yaml(ROOT / "_toc.yml").root.subtrees
    if part.caption.startswith("Part ")
}
NOTEBOOKS = {
    name: nbformat.read(BOOK / f"{name}.ipynb", as_version=4) for name in CHAPTERS.values()
}
PROSE = {
    f"{name}.ipynb": "\n".join(c.source for c in nb.cells if c.cell_type == "markdown")
    for name, nb in NOTEBOOKS.items()
} | {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (*BOOK.rglob("*.md"), *(ROOT / "exercises").rglob("*.md"), ROOT / "README.md")
}
HOME = PROSE["book/intro.md"]
BEGINS = re.compile(r"^This chapter begins part ([IV]+), \*(.+?)\*: (.+\?)$", re.M)


def wrong_numbers(page: str, text: str) -> list[str]:
    """List what names a chapter by a number that is not its own."""
    mentions = re.findall(r"\b[Cc]hapters? (\d\d)(?:(?:,| and) (\d\d))?", text)
    wrong = [n for numbers in mentions for n in numbers if n and n not in CHAPTERS]
    for number, file in re.findall(r"\[[Cc]hapter (\d\d)\]\((?:\.\./)*(\d\d)-", text):
        wrong += [f"chapter {number} links to {file}"] * (number != file)
    for number in re.findall(r"\bch(\d\d)-[a-z]|^\*\*Figure (\d+)\.|Figure (\d+)\.\d", text, re.M):
        wrong += [f"{page}: {n}" for n in number if n and f"{int(n):02}" not in CHAPTERS]
    return wrong


def test_the_parts_are_together_the_book_in_its_order():
    assert [name for part in PARTS.values() for name in part] == [*CHAPTERS.values()]


@pytest.mark.parametrize("caption", PARTS)
def test_a_part_asks_its_question_in_its_first_chapter_and_at_home(caption):
    opening, *others = (NOTEBOOKS[name].cells[0].source for name in PARTS[caption])
    number, name, question = BEGINS.search(opening).groups()
    assert caption == f"Part {number}: {name}"
    assert not any(map(BEGINS.search, others))
    heading = f"### {caption}\n\n{question[0].upper()}{question[1:]}\n\n"
    assert heading in HOME
    rows = re.findall(
        r"^\[.*\]\((\d\d-.*)\.ipynb\)$", HOME.partition(heading)[2].partition("##")[0], re.M
    )
    assert rows == PARTS[caption]


@pytest.mark.parametrize("name", CHAPTERS.values())
def test_a_chapter_numbers_itself_and_what_it_holds(name):
    text = PROSE[f"{name}.ipynb"]
    assert text.startswith(f"# {name[:2]} ")
    assert set(re.findall(r"^\(ch(\d\d)-.*\)=$", text, re.M)) <= {name[:2]}
    figures = re.findall(r"^\*\*Figure (\d+)\.(\d+)\.", text, re.M)
    assert figures == [(str(int(name[:2])), str(i + 1)) for i in range(len(figures))]


@pytest.mark.parametrize("page", PROSE)
def test_a_chapter_is_named_by_its_number(page):
    assert wrong_numbers(page, PROSE[page]) == []
