"""Which source each number of a page has: the file beside the page, compared with the page.

A line of the file is a number as it stands in the text, ``=``, and an expression (`sources.py`).
Lines stand in the order of the text. So a sentence can be said in other words, and a number that
has changed, or has changed places with another, is found.
"""

import itertools
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


Pair = tuple[Number | None, Line | None]


@dataclass(frozen=True)
class Fault:
    """A number that says something else than its source, or has none."""

    page: str
    section: str
    message: str

    def __str__(self) -> str:
        return f"{self.page}, {self.section}: {self.message}"


def file_of(page: Path) -> Path:
    return pages.QUOTES / f"{page.stem}.toml"


def read_lines(page: Path) -> dict[str, list[Line]]:
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
        section: [parse_line(line, file.name) for line in lines]
        for section, lines in stored.items()
    }


def parse_line(line: str, file: str) -> Line:
    text, equals, source = line.partition(" = ")
    parsed = numbers(text, every=True)
    if not equals or not parsed:
        raise ValueError(f"{file}: {line!r} is not a number, ' = ' and its source")
    return Line(parsed[0], source.strip())


def write_lines(
    page: Path, lines: dict[str, list[Line]], candidates: dict[Line, list[str]]
) -> None:
    """Write the file beside a page, and below each unknown source its candidates as comments."""
    parts = []
    for section, quotes in lines.items():
        if quotes:
            rows = [row for line in quotes for row in file_rows(line, candidates.get(line, []))]
            parts += [f"{section} = [", *rows, "]"]
    pages.QUOTES.mkdir(exist_ok=True)
    file = file_of(page)
    if parts:
        file.write_text("\n".join(parts) + "\n", "utf-8")
    else:
        file.unlink(missing_ok=True)


def file_rows(line: Line, candidates: list[str]) -> list[str]:
    text = f"'{line}'" if "'" not in str(line) else json.dumps(str(line), ensure_ascii=False)
    return [f"  {text},", *(f"  # {candidate}" for candidate in candidates)]


def pair_numbers(found_numbers: list[Number], lines: list[Line]) -> list[Pair]:
    """Pair the numbers of a section with its lines, in the order of the text.

    A number beyond the lines takes the source of an equal one, if all equal ones have one source
    and none that it could replace is left over: it says the same again.
    """
    pairs: list[Pair] = []
    i = j = 0
    for i_next, j_next in [
        *matching_places(found_numbers, lines),
        (len(found_numbers), len(lines)),
    ]:
        for number, line in itertools.zip_longest(found_numbers[i:i_next], lines[j:j_next]):
            if number and line and not number.replaces(line.number):
                pairs += [(number, None), (None, line)]
            else:
                pairs.append((number, line))
        pairs += zip(found_numbers[i_next : i_next + 1], lines[j_next : j_next + 1], strict=True)
        i, j = i_next + 1, j_next + 1
    pairs = follow_moved(pairs)
    unused = [line for number, line in pairs if number is None and line]
    return [repeat_source(pair, lines, unused) for pair in pairs]


def matching_places(found_numbers: list[Number], lines: list[Line]) -> list[tuple[int, int]]:
    """List where both say the same, as often as can be in one order."""
    best: dict[tuple[int, int], tuple[float, tuple]] = {}  # of found_numbers[i:], lines[j:]
    for i in range(len(found_numbers), -1, -1):
        for j in range(len(lines), -1, -1):
            options = [best.get((i + 1, j), (0, ())), best.get((i, j + 1), (0, ()))]
            if i < len(found_numbers) and j < len(lines):
                number, bound = found_numbers[i], lines[j].number
                score, path = best[i + 1, j + 1]
                score += (number.after == bound.after) + (number.key == bound.key) / 2
                if number.says(bound):
                    options.append((score + 10, ((i, j), *path)))
                elif number.replaces(bound):
                    options.append((score + 1, path))
            best[i, j] = max(options, key=lambda way: way[0])
    return [*best[0, 0][1]]


def follow_moved(pairs: list[Pair]) -> list[Pair]:
    """Let a line follow its number to another place, past none that it could be taken for."""
    pairs = [*pairs]
    for place, (number, line) in enumerate(pairs):
        if number and (line is None or not number.says(line.number)):
            free = [
                at
                for at, (at_number, at_line) in enumerate(pairs)
                if at_line
                and number.says(at_line.number)
                and not (at_number and at_number.says(at_line.number))
                and not any(
                    between and number.like(between.number)
                    for _, between in pairs[min(at, place) : max(at, place) + 1]
                )
            ]
            if len(free) == 1:
                at = free[0]
                pairs[place], pairs[at] = (number, pairs[at][1]), (pairs[at][0], line)
    return [pair for pair in pairs if pair != (None, None)]


def repeat_source(pair: Pair, lines: list[Line], unused: list[Line]) -> Pair:
    """Give a number beyond the lines the source of its equals, if it has not changed places."""
    number, line = pair
    if number and line is None:
        same = (number.key[0], number.counts)
        sources = {
            bound.source: bound
            for bound in lines
            if (bound.number.key[0], bound.number.counts) == same
        }
        moved = any(bound.number.key[0] == number.key[0] for bound in unused)
        rivals = any(number.like(bound.number) for bound in lines)
        changed = any(number.like(bound.number) for bound in unused)
        if len(sources) == 1 and not (moved and rivals) and not changed:
            return number, *sources.values()
    return pair


def faults(page: Path, sources: Sources) -> Iterator[Fault]:
    """Say of each number of a page what is wrong with it."""
    stored = read_lines(page)
    sections = pages.sections(page)
    for section in sections:
        lines = stored.get(section.label, [])
        for message in section_faults(section, lines, sources):
            yield Fault(page.name, section.label, message)
    for label in sorted({*stored} - {section.label for section in sections}):
        yield Fault(
            page.name,
            label,
            f"the page has no such section; run `make quotes PAGE={page.stem[:2]}`",
        )


def section_faults(section: pages.Section, lines: list[Line], sources: Sources) -> Iterator[str]:
    pairs = pair_lines(section, lines)
    unused = [line for number, line in pairs if number is None and line]
    for number, line in pairs:
        if number and line is None:
            yield unbound_message(number, unused)
        elif number and line and not number.says(line.number):
            yield f'"{number}" should be "{line}"{value_text(line, sources)}'
        elif number and line:
            yield from value_faults(number, line, sources)


def unbound_message(number: Number, unused: list[Line]) -> str:
    moved = [line for line in unused if number.says(line.number)]
    if moved:
        return f'"{number}" stood at another place (= {moved[0].source}): is it still what it says?'
    near = f'; no sentence says "{unused[0]}" any more' if unused else ""
    return f'"{number}" quotes nothing ("{textwrap.shorten(number.sentence, 70)}"){near}'


def value_text(line: Line, sources: Sources) -> str:
    try:
        value = sources.read(line.source).value
    except SourceError as error:
        return f" ({error})"
    return "" if value is None else f", which is {value:.6g}"


def value_faults(number: Number, line: Line, sources: Sources) -> Iterator[str]:
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
        yield from wording_faults(number, source, line.source)


def wording_faults(number: Number, source: Source, expression: str) -> Iterator[str]:
    """Compare what the sentence calls the number, and how many seeds it is of."""
    words = {*number.sentence.lower().replace(",", " ").replace(".", " ").split()}
    contrary = {"median": {"mean", "average"}, "mean": {"median"}}.get(source.kind, set())
    if (
        words & contrary
        and not words & {source.kind}
        and not (source.kind == "mean" and "average" in words)
    ):
        yield f'"{number}" is a {source.kind} ({expression}), not "{(words & contrary).pop()}"'
    if expression.startswith("bound(") and not number.hedge:
        yield f'"{number}" is a bound ({expression}): say on which side'
    if expression == "middle()" and "middle" not in words:
        yield f'"{number}" is the part in the middle, which the sentence does not say'
    if (
        number.unit == "of"
        and not number.hedge
        and source.kind == "share"
        and abs(1 / (2 * number.half) - source.seeds) > 0.5
    ):
        yield f'"{number}" is of {source.seeds} seeds ({expression})'


def pair_lines(section: pages.Section, lines: list[Line]) -> list[Pair]:
    """Pair the numbers of a section with its lines: those of its text, then of reasons.

    A number in the reason of a choice counts if the text does not say it, or should not.
    """
    text = [number for paragraph in section.paragraphs for number in numbers(paragraph)]
    reasons = [number for paragraph in section.reasons for number in numbers(paragraph)]
    pairs = pair_numbers(text, lines)
    present = [pair for pair in pairs if pair[0]]
    unused = [line for number, line in pairs if number is None and line]
    keys = {number.key for number in text} | {line.number.key for _, line in present if line}
    return present + pair_numbers([number for number in reasons if number.key not in keys], unused)
