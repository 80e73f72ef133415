"""What a chapter stores is what its cells gave when the site was built."""

import nbformat
import pytest
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
