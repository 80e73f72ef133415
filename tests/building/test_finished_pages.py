"""A finished page goes through its passes in their order, or stays as it was."""

import os

import pytest
from book_site.building.finished_pages import run_passes


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("é", "utf-8")
    os.utime(path, (0, 0))
    return path


def test_passes_run_in_their_order(page):
    assert run_passes(page, [lambda html: f"{html}1", lambda html: f"{html}2"]) == "é12"
    assert page.read_text("utf-8") == "é12"


def test_a_page_that_needs_nothing_is_not_written(page):
    assert run_passes(page, [str]) == "é"
    assert page.stat().st_mtime == 0


def test_a_page_that_is_refused_stays_as_it_was(page):
    def refuse(html):
        raise ValueError(html)

    with pytest.raises(ValueError, match="é!"):
        run_passes(page, [lambda html: f"{html}!", refuse])
    assert page.read_text("utf-8") == "é"
