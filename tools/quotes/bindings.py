"""Which source each number of a page has: the file beside the page, compared with the page.

A line of the file is a number as it stands in the text, ``=``, and an expression (`sources.py`).
Lines stand in the order of the text. So a sentence can be said in other words, and a number that
has changed, or has changed places with another, is found.
"""

import difflib
import json
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.quotes import pages
from tools.quotes.numbers import Number, fits, numbers
from tools.quotes.sources import Source, SourceError, Sources

UNKNOWN = "?"


@dataclass(frozen=True)
class Line:
    """A line of the file: a number as the text had it, and its expression."""

    number: Number
    source: str

    def __str__(self) -> str:
        return f"{self.number} = {self.source}"


@dataclass(frozen=True)
class Fault:
    """A number that says something else than its source, or has none."""

    page: str
    section: str
    said: str

    def __str__(self) -> str:
        return f"{self.page}, {self.section}: {self.said}"


def file_of(page: Path) -> Path:
    return pages.QUOTES / f"{page.stem}.toml"


def load(page: Path) -> dict[str, list[Line]]:
    """Read the file beside a page.

    Raises
    ------
    ValueError
        If a line has no number, or no ``=``.
    """
    file = file_of(page)
    if not file.exists():
        return {}
    stored = tomllib.loads(file.read_text("utf-8"))
    return {
        section: [read(line, file.name) for line in lines["quotes"]]
        for section, lines in stored.items()
    }


def read(line: str, file: str) -> Line:
    text, equals, source = line.partition(" = ")
    found = numbers(text, every=True)
    if not equals or not found:
        raise ValueError(f"{file}: {line!r} is not a number, ' = ' and its source")
    return Line(found[0], source.strip())


def keep(page: Path, lines: dict[str, list[Line]], proposed: dict[Line, list[str]]) -> None:
    """Write the file beside a page, and below each unknown source its candidates as comments."""
    parts = []
    for section, quotes in lines.items():
        if quotes:
            rows = [row for line in quotes for row in written(line, proposed.get(line, []))]
            parts.append("\n".join([f"[{section}]", "quotes = [", *rows, "]"]))
    pages.QUOTES.mkdir(exist_ok=True)
    file = file_of(page)
    if parts:
        file.write_text("\n\n".join(parts) + "\n", "utf-8")
    else:
        file.unlink(missing_ok=True)


def written(line: Line, candidates: list[str]) -> list[str]:
    text = f"'{line}'" if "'" not in str(line) else json.dumps(str(line), ensure_ascii=False)
    return [f"  {text},", *(f"  # {candidate}" for candidate in candidates)]


def paired(found: list[Number], lines: list[Line]) -> list[tuple[Number | None, Line | None]]:
    """Pair the numbers of a section with its lines, in the order of the text.

    A number beyond the lines takes the source of an equal one, if all equal ones have one source:
    it says the same again.
    """
    pairs: list[tuple[Number | None, Line | None]] = []
    matcher = difflib.SequenceMatcher(
        None, [one.key for one in found], [one.number.key for one in lines], autojunk=False
    )
    for _, i, i_end, j, j_end in matcher.get_opcodes():
        here, there = found[i:i_end], lines[j:j_end]
        for place in range(max(len(here), len(there))):
            pairs.append(
                (
                    here[place] if place < len(here) else None,
                    there[place] if place < len(there) else None,
                )
            )
    left = [line for number, line in pairs if number is None and line]
    return [again(pair, lines, left) for pair in pairs]


def again(pair: tuple, lines: list[Line], left: list[Line]) -> tuple:
    """Give a number beyond the lines the source of its equals, if it has not changed places."""
    found, line = pair
    if found and line is None:
        sources = {one.source: one for one in lines if one.number.key == found.key}
        moved = any(one.number.key == found.key for one in left)
        rivals = {one.number.key for one in lines if one.number.key[1] == found.key[1]} - {
            found.key
        }
        if len(sources) == 1 and not (moved and rivals):
            return found, *sources.values()
    return pair


def faults(page: Path, sources: Sources) -> Iterator[Fault]:
    """Say of each number of a page what is wrong with it."""
    stored = load(page)
    sections = pages.sections(page)
    for section in sections:
        lines = stored.get(section.label, [])
        for said in of_section(section, lines, sources):
            yield Fault(page.name, section.label, said)
    for label in sorted({*stored} - {section.label for section in sections}):
        yield Fault(
            page.name,
            label,
            f"the page has no such section; run `make quotes PAGE={page.stem[:2]}`",
        )


def of_section(section: pages.Section, lines: list[Line], sources: Sources) -> Iterator[str]:
    found = quoted(section)
    pairs = paired(found, lines)
    left = [line for number, line in pairs if number is None and line]
    for number, line in pairs:
        if number and line is None:
            yield unbound(number, left)
        elif number and line and number.key != line.number.key:
            yield f'"{number}" should be "{line}"{value_of(line, sources)}'
        elif number and line:
            yield from wrong(number, line, sources)


def unbound(number: Number, left: list[Line]) -> str:
    moved = [line for line in left if line.number.key == number.key]
    if moved:
        return f'"{number}" stood at another place (= {moved[0].source}): is it still what it says?'
    near = f'; no sentence says "{left[0]}" any more' if left else ""
    return f'"{number}" quotes nothing ("{textwrap.shorten(number.sentence, 70)}"){near}'


def value_of(line: Line, sources: Sources) -> str:
    try:
        value = sources.read(line.source).value
    except SourceError as error:
        return f" ({error})"
    return "" if value is None else f", which is {value:.6g}"


def wrong(number: Number, line: Line, sources: Sources) -> Iterator[str]:
    """Say what is wrong with a number, given its source."""
    if line.source.startswith(UNKNOWN):
        yield f'"{number}" has no source yet: choose one in {pages.QUOTES.name}/'
        return
    try:
        source = sources.read(line.source)
    except SourceError as error:
        yield f'"{number}": {error}'
        return
    if source.value is not None and not fits(number, source.value, source.side):
        side = f" ({source.side})" if source.side else ""
        yield f'"{number}" should be {source.value:.6g}{side} ({line.source})'
    else:
        yield from other_words(number, source, line.source)


def other_words(number: Number, source: Source, expression: str) -> Iterator[str]:
    """Compare what the sentence calls the number, and how many seeds it is of."""
    words = {*number.sentence.lower().replace(",", " ").replace(".", " ").split()}
    other = {"median": {"mean", "average"}, "mean": {"median"}}.get(source.kind, set())
    if (
        words & other
        and not words & {source.kind}
        and not (source.kind == "mean" and "average" in words)
    ):
        yield f'"{number}" is a {source.kind} ({expression}), not "{(words & other).pop()}"'
    if (
        number.unit == "of"
        and not number.hedge
        and source.kind == "share"
        and abs(1 / (2 * number.half) - source.seeds) > 0.5
    ):
        yield f'"{number}" is of {source.seeds} seeds ({expression})'


def quoted(section: pages.Section) -> list[Number]:
    """List the numbers of a section, and those of reasons of choices that its text lacks."""
    found = [number for text in section.paragraphs for number in numbers(text)]
    known = {number.key for number in found}
    reasons = [number for text in section.reasons for number in numbers(text)]
    return found + [number for number in reasons if number.key not in known]
