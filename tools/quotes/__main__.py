"""Bring the file beside a page up to date, and list the numbers that have no source yet.

    make quotes PAGE=06     # or the beginning of another page's name; without it, all pages

A line is kept while its number stands in its section; a line without a number is dropped. Each new
number is written with ``?`` for its source and up to three candidates as comments. Replace the ``?``
by one of them or by another expression (`sources.py`): which one is right, only a reader can say.
"""

import argparse
import sys
from pathlib import Path

from tools.quotes import pages
from tools.quotes.bindings import UNKNOWN, Fault, Line, faults, keep, load, paired, quoted
from tools.quotes.candidates import candidates
from tools.quotes.executed import output_lines
from tools.quotes.sources import SourceError, Sources


def renewed(page: Path) -> tuple[dict[str, list[Line]], list[str]]:
    """Return the lines that a page should have, and what was dropped."""
    stored, lines, dropped = load(page), {}, []
    for section in pages.sections(page):
        old = stored.pop(section.label, [])
        lines[section.label] = []
        for number, line in paired(quoted(section), old):
            same = number and line and number.key == line.number.key
            if number:
                source = line.source if line and same else UNKNOWN
                lines[section.label].append(Line(number, source))
            if line and not same:
                dropped.append(f"{section.label}: {line}")
    dropped += [f"{label}: {line}" for label, old in stored.items() for line in old]
    return lines, dropped


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


def renew(page: Path) -> list[Fault]:
    lines, dropped = renewed(page)
    lines = {label: [with_values(line, page) for line in of] for label, of in lines.items()}
    new = {line for of in lines.values() for line in of if line.source == UNKNOWN}
    keep(page, lines, {line: candidates(line.number, page) for line in new})
    for line in dropped:
        print(f"{page.name}: dropped {line}")
    return [*faults(page, Sources(page))]


def main() -> None:
    parser = argparse.ArgumentParser(prog="make quotes", description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="*", default=[""], help="how their names begin, e.g. 06")
    asked = parser.parse_args()
    chosen = [page for page in pages.pages() if page.name.startswith(tuple(asked.pages))]
    if not chosen:
        parser.error(f"no page begins with {' or '.join(asked.pages)}")
    wrong = [fault for page in chosen for fault in renew(page)]
    print(*wrong, sep="\n")
    sys.exit(f"{len(wrong)} numbers to look at" if wrong else 0)


if __name__ == "__main__":
    main()
