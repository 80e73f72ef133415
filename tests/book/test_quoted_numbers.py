"""Every number that a page quotes says what its source says; `tools/quotes/` has the sources."""

import pytest

from tools.quotes import pages
from tools.quotes.bindings import faults, read_lines
from tools.quotes.sources import Sources

MOST_UNCOMPARED = 40
PAGES = pages.pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_number_says_what_it_quotes(page):
    assert [str(fault) for fault in faults(page, Sources(page))] == []


def test_few_numbers_quote_nothing_and_each_says_why():
    lines = [line for page in PAGES for of in read_lines(page).values() for line in of]
    uncompared = [str(line) for line in lines if line.source.startswith("none(")]
    assert len(uncompared) <= MOST_UNCOMPARED, uncompared
    assert len(lines) > 10 * MOST_UNCOMPARED
