"""What prose quotes of a cell's output stands there in the book as it was built."""

import pytest

from tools.quotes import pages
from tools.quotes.bindings import faults, read_lines
from tools.quotes.cell_outputs import output_lines
from tools.quotes.sources import Sources

QUOTING = [
    page
    for page in pages.pages()
    if any("line(" in line.source for of in read_lines(page).values() for line in of)
]


@pytest.mark.parametrize("page", QUOTING, ids=lambda page: page.stem)
def test_a_quoted_output_is_that_of_the_built_book(page, site):
    assert [str(fault) for fault in faults(page, Sources(page, output_lines))] == []


def test_outputs_are_quoted():
    assert QUOTING
