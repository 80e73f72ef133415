"""The build fails when it must, and runs chapters again when it must."""

import importlib.metadata

import pytest
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from small_book import SmallBook


@pytest.fixture
def book(tmp_path) -> SmallBook:
    return SmallBook(tmp_path)


def test_a_change_in_the_library_runs_the_chapter_again(book):
    assert book.build().returncode == 0
    assert "forty-two" in book.page
    before = book.page
    again = book.build()
    assert again.returncode == 0
    assert "Executing notebook" not in again.stdout + again.stderr
    assert book.page == before
    book.library.write_text("ANSWER = 'forty-three'\n")
    assert book.build().returncode == 0
    assert "forty-three" in book.page


def test_every_pin_installs_on_the_oldest_python():
    """Debian 12 has Python 3.11.2, which cannot install a package that needs 3.11.5."""
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert all(len(p.specifier) == 1 and "==" in str(p.specifier) for p in pins)
    asked = {p.name: importlib.metadata.metadata(p.name).get("Requires-Python", "") for p in pins}
    too_new = {name: need for name, need in asked.items() if "3.11.0" not in SpecifierSet(need)}
    assert too_new == {}


def test_a_failing_cell_fails_the_build(book):
    book.notebook("assert 1 == 2, 'the claim does not hold'")
    result = book.build()
    assert result.returncode != 0
    assert "the claim does not hold" in result.stdout + result.stderr


def test_a_claim_that_fails_is_a_notice_on_the_page_and_does_not_stop_the_build(book):
    book.notebook(
        "from multihead.claims import claim\n"
        "claim('Low enough', 0.7, below=0.5, seeds=3)\n"
        "print('the page goes on')"
    )
    result = book.build(MANY_HEADS_CLAIMS="")
    assert result.returncode == 0, result.stdout + result.stderr
    told = "This run does not show: Low enough. Found 0.7 over 3 seeds; claimed below 0.5."
    assert f"one.html: ✗ {told}" in result.stdout
    assert told in book.page
    assert "the page goes on" in book.page
    assert 'role="note"' in book.page


def test_chapters_run_in_parallel_and_only_once(book):
    """Each chapter waits up to a minute for the other; this needs two cores."""
    meet = (
        "import pathlib, time\n"
        "mine, other = pathlib.Path('{}.ran'), pathlib.Path('{}.ran')\n"
        "assert not mine.exists()\n"
        "mine.touch()\n"
        "until = time.monotonic() + 60\n"
        "while not other.exists() and time.monotonic() < until: time.sleep(0.1)\n"
        "assert other.exists()"
    )
    book.notebook(meet.format("one", "two"))
    book.notebook(meet.format("two", "one"), name="two")
    book.write("_toc.yml", (book.root / "_toc.yml").read_text() + "- file: book/two\n")
    result = book.build()
    assert result.returncode == 0, result.stdout + result.stderr


def test_a_plain_widget_fails_the_build(book):
    book.notebook("import ipywidgets\nipywidgets.IntSlider()")
    result = book.build()
    assert result.returncode != 0
    assert "does not work without a kernel" in result.stdout + result.stderr


def test_a_page_that_no_one_lists_fails_the_build(book):
    book.write("book/forgotten.md", "# Forgotten\n")
    result = book.build()
    assert result.returncode != 0
    assert "forgotten" in result.stdout + result.stderr


def test_a_listed_page_that_is_missing_fails_the_build(book):
    (book.root / "book" / "one.ipynb").unlink()
    result = book.build()
    assert result.returncode != 0
    assert "book/one" in result.stdout + result.stderr


def test_a_page_that_is_not_written_fails_the_build(book):
    """Even if Sphinx itself does not notice."""
    book.write(
        "_ext/loses_pages.py",
        "def setup(app):\n"
        "    from pathlib import Path\n"
        "    def lose(app, exc):\n"
        "        Path(app.builder.get_outfilename('book/one')).unlink()\n"
        "    app.connect('build-finished', lose, priority=1)\n"
        "    return {'parallel_read_safe': True}\n",
    )
    config = (book.root / "_config.yml").read_text()
    book.write(
        "_config.yml",
        config.replace("    book_site: _ext", "    book_site: _ext\n    loses_pages: _ext"),
    )
    result = book.build()
    assert result.returncode != 0
    assert "its page was not written" in result.stdout + result.stderr
