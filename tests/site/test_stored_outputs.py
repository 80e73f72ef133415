"""What cells gave when the site was built: stored with the chapter, and without a minus zero."""

import re

import nbformat
import pytest
from built_pages import CHAPTERS as BUILT
from built_pages import soup_of
from conftest import ROOT

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))


def texts(cell):
    """The outputs of a cell as text, as nbval compares them."""
    return [o.get("text") or o.get("data", {}).get("text/plain") for o in cell.outputs]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_stored_outputs_are_those_of_the_built_page(site, chapter):
    stored = nbformat.read(chapter, as_version=4).cells
    built = nbformat.read(site.parent / "jupyter_execute/book" / chapter.name, as_version=4).cells
    assert [cell.source for cell in stored] == [cell.source for cell in built]
    for kept, made in zip(stored, built, strict=True):
        if "nbval-check-output" in kept.metadata.get("tags", []):
            assert texts(made) == texts(kept), kept.source


@pytest.mark.parametrize("page", BUILT)
def test_what_is_zero_to_the_decimals_shown_has_no_minus(site, page):
    outputs = soup_of(site / page).select(".cell_output")
    said = " ".join(output.get_text(" ") for output in outputs)
    assert re.findall(r"(?<![\w.])[-−]0(?:\.0*)?(?![\w.])", said) == []
