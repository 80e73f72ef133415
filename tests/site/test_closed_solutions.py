"""No file of the site gives away a solution."""

import html
import re
from itertools import pairwise

import nbformat
from conftest import ROOT
from exercise_sources import BY_NAME, revealing_lines
from multihead.exercises import folders as exercises


def lines_of(path) -> list[str]:
    """All that a file of the site says, without its markup."""
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        text = html.unescape(re.sub("<[^>]+>", "", text))
    return text.splitlines()


def inner_pairs(line: str) -> set[tuple[str, str]]:
    """Return the neighbouring words of a line, without its first and last, which may be cut."""
    return set(pairwise(re.findall(r"\w+", line)[1:-1]))


def test_no_file_of_the_site_has_a_closed_solution_or_a_check(site):
    """Pages, their sources, the search index and what can be downloaded."""
    suffixes = {".html", ".js", ".json", ".txt", ".md", ".ipynb", ".py"}
    files = [path for path in site.rglob("*") if path.suffix in suffixes]
    assert site / "_static" / "search_page" / "index.js" in files
    assert "_sources" in {path.relative_to(site).parts[0] for path in files}
    published = "\n".join({line for path in files for line in lines_of(path)})
    pairs = set(pairwise(re.findall(r"\w+", published)))  # tells most lines apart at once
    taught = "\n".join(
        cell.source
        for path in (ROOT / "book").glob("*.ipynb")
        for cell in nbformat.read(path, as_version=4).cells
    )
    given_away = {}
    for name, source in BY_NAME.items():
        parts = [path.read_text("utf-8") for path in exercises.folder_of(name).glob("*.py")]
        parts += [] if source.open else [source.solution]
        lines = {line.strip() for part in parts for line in revealing_lines(source, part)}
        likely = [line for line in lines if inner_pairs(line) <= pairs]
        given_away[name] = [line for line in likely if line in published and line not in taught]
    assert {name: lines for name, lines in given_away.items() if lines} == {}
