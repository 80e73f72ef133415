"""A finished page goes through its passes in their order, and is read and written once."""

from pathlib import Path

import pytest
from book_site.building.finished_pages import take_through


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("é", "utf-8")
    return path


def counted(monkeypatch, method: str) -> list[Path]:
    """List the files on which a method of paths is called from now on."""
    calls, whole = [], getattr(Path, method)
    monkeypatch.setattr(Path, method, lambda self, *a: calls.append(self) or whole(self, *a))
    return calls


def test_passes_run_in_their_order_on_one_reading_and_one_writing(page, monkeypatch):
    read, written = counted(monkeypatch, "read_text"), counted(monkeypatch, "write_text")
    assert take_through(page, [lambda html: f"{html}1", lambda html: f"{html}2"]) == "é12"
    assert (read, written) == ([page], [page])
    assert page.read_bytes() == "é12".encode()


def test_a_page_that_needs_nothing_is_not_written(page, monkeypatch):
    written = counted(monkeypatch, "write_text")
    assert take_through(page, [str]) == "é"
    assert written == []


def test_a_page_that_is_refused_stays_as_it_was(page):
    def refuse(html):
        raise ValueError(html)

    with pytest.raises(ValueError, match="é!"):
        take_through(page, [lambda html: f"{html}!", refuse])
    assert page.read_text("utf-8") == "é"
