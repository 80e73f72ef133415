"""The build fails when it must, and runs chapters again when it must."""

import importlib.metadata
import re

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from small_book import SmallBook


def test_every_pin_installs_on_the_oldest_python():
    """Debian 12 has Python 3.11.2, which cannot install a package that needs 3.11.5."""
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert all(len(p.specifier) == 1 and "==" in str(p.specifier) for p in pins)
    asked = {p.name: importlib.metadata.metadata(p.name).get("Requires-Python", "") for p in pins}
    too_new = {name: need for name, need in asked.items() if "3.11.0" not in SpecifierSet(need)}
    assert too_new == {}


MEET = """
import pathlib, time
mine, other = pathlib.Path("{}.ran"), pathlib.Path("{}.ran")
assert not mine.exists()
mine.touch()
until = time.monotonic() + 60
while not other.exists() and time.monotonic() < until: time.sleep(0.1)
assert other.exists()
"""
CLAIM = """
from multihead.claims import claim
claim('low', 'Low enough', 0.7, below=0.5, seeds=3)
from multihead.answer import ANSWER
assert ANSWER == 'forty-two', 'the answer is another'
print('the page goes on')
"""


@pytest.mark.long
def test_chapters_run_in_parallel_and_again_when_the_library_changes(tmp_path):
    """Two chapters wait up to a minute for each other, and run once; this needs two cores.

    A claim that fails is a notice, a cell that fails stops the build.
    """
    book = SmallBook(tmp_path)
    book.notebook(CLAIM)
    book.notebook(MEET.format("two", "three"), name="two")
    book.notebook(MEET.format("three", "two"), name="three")
    book.list("two", "three")
    result = book.build(MANY_HEADS_CLAIMS="")
    assert result.returncode == 0, result.stdout
    told = "This run does not show: Low enough. Found 0.7 over 3 seeds; claimed below 0.5."
    assert f"one.html: ✗ {told}" in result.stdout
    assert told in BeautifulSoup(book.page, "html.parser").get_text()
    assert 'role="note"' in book.page
    assert "the page goes on" in book.page
    again = book.build(MANY_HEADS_CLAIMS="")  # nothing changed, so Sphinx writes nothing
    assert again.returncode == 0, again.stdout
    book.library.write_text("ANSWER = 'forty-three'\n")
    result = book.build(MANY_HEADS_CLAIMS="")
    assert result.returncode != 0
    assert "the answer is another" in result.stdout


@pytest.fixture(scope="module")
def said(tmp_path_factory) -> str:
    """What the build of a book with a fault of each kind says."""
    book = SmallBook(tmp_path_factory.mktemp("broken"))
    book.write("book/forgotten.md", "# Forgotten\n")
    book.notebook("import ipywidgets\nipywidgets.IntSlider()")
    book.list("missing")
    result = book.build()
    assert result.returncode != 0
    return result.stdout


@pytest.mark.parametrize(
    "fault",
    [
        r"forgotten\.md: WARNING: document isn't included",
        r"WARNING: toctree contains reference to nonexisting document 'book/missing'",
        r"book/one\.ipynb, cell 2: .*not work without a kernel",
    ],
)
def test_the_build_fails_and_names_the_page(said, fault):
    """A warning is a failure, since the book is built with -W."""
    assert re.search(fault, said), said[-3000:]
