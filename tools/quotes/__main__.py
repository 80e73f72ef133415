"""Bring the file beside a page up to date, and list the numbers that have no source yet.

    make quotes PAGE=06     # or the beginning of another page's name; without it, all pages

A line is kept while its number stands in its section; a line without a number is dropped. Each
new number is written with ``?`` for its source and up to three candidates as comments. Replace the
``?`` by one of them or by another expression (`sources.py`): which is right, only a reader can say.
"""

import argparse
import sys
from pathlib import Path

from tools.quotes import pages
from tools.quotes.bindings import (
    UNKNOWN,
    Fault,
    Line,
    faults,
    pair_lines,
    read_lines,
    value_faults,
    write_lines,
)
from tools.quotes.candidates import MOST, candidates
from tools.quotes.cell_outputs import output_lines
from tools.quotes.sources import SourceError, Sources


def renewed_lines(page: Path) -> tuple[dict[str, list[Line]], dict[str, list[Line]]]:
    """Return by section the lines that a page should have, and those that lost their number."""
    stored, lines, dropped = read_lines(page), {}, {}
    for section in pages.sections(page):
        label, old = section.label, stored.pop(section.label, [])
        lines[label], dropped[label] = [], []
        for number, line in pair_lines(section, old):
            same = number and line and number.says(line.number)
            if number:
                lines[label].append(Line(number, line.source if line and same else UNKNOWN))
            if line and not same:
                dropped[label].append(line)
    return lines, dropped | stored


def candidate_sources(line: Line, page: Path, dropped: dict[str, list[Line]]) -> list[str]:
    """List what a new number may quote: first what lines quoted that have lost their number."""
    orphans = [orphan for of in dropped.values() for orphan in of if UNKNOWN not in orphan.source]
    reused = [
        orphan.source
        for orphan in orphans
        if [*value_faults(line.number, orphan, Sources(page))] == []
    ]
    return [*dict.fromkeys(reused + candidates(line.number, page))][:MOST]


def with_values(line: Line, page: Path) -> Line:
    """Keep beside a quoted output what it is in the book as it was built last."""
    source = line.source.partition(" -> ")[0]
    if "line(" not in source:
        return line
    try:
        value = Sources(page, output_lines).read(source).value
    except (SourceError, FileNotFoundError) as error:
        print(f"{page.name}: {line}: {error}", file=sys.stderr)
        return line
    return Line(line.number, f"{source} -> {value:.10g}")


def update_page(page: Path) -> list[Fault]:
    lines, dropped = renewed_lines(page)
    lines = {label: [with_values(line, page) for line in of] for label, of in lines.items()}
    new = {line for of in lines.values() for line in of if line.source == UNKNOWN}
    write_lines(page, lines, {line: candidate_sources(line, page, dropped) for line in new})
    for label, of in dropped.items():
        for line in of:
            print(f"{page.name}, {label}: dropped {line}")
    return [*faults(page, Sources(page))]


def main() -> None:
    parser = argparse.ArgumentParser(prog="make quotes", description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="*", default=[""], help="how their names begin, e.g. 06")
    options = parser.parse_args()
    chosen = [page for page in pages.pages() if page.name.startswith(tuple(options.pages))]
    if not chosen:
        parser.error(f"no page begins with {' or '.join(options.pages)}")
    all_faults = [fault for page in chosen for fault in update_page(page)]
    print(*all_faults, sep="\n")
    sys.exit(f"{len(all_faults)} numbers to look at" if all_faults else 0)


if __name__ == "__main__":
    main()
