"""A chapter is stale if its code is another than the one that was replicated."""

import nbformat
from book_site import fingerprint
from book_site.text import stale_results


def test_a_chapter_of_other_code_is_stale(tmp_path):
    chapter = tmp_path / "07-a.ipynb"
    for steps in (200, 300):
        cell = nbformat.v4.new_code_cell(f"steps = {steps}\nassert steps > 7")
        nbformat.write(nbformat.v4.new_notebook(cells=[cell]), chapter)
        stale_results.digest.cache_clear()
        digest = fingerprint.digest(chapter)
        assert not stale_results.is_stale(chapter, digest)
        assert stale_results.is_stale(chapter, "another")
    assert stale_results.is_stale(tmp_path / "gone.ipynb", digest)
