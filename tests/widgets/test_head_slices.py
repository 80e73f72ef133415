"""HeadSlices: what it shows in a browser.

Its arithmetic is tested in `head_slices.test.js`.
"""

import numpy as np
from multihead.widgets import HeadSlices
from playwright.sync_api import expect


def marked(page, name) -> np.ndarray:
    """Which entries of a matrix are marked, (row, column)."""
    grid = page.locator(".mh-grid", has=page.get_by_text(name, exact=True))
    rows = grid.evaluate(
        "table => [...table.rows].map((r) => [...r.querySelectorAll('td')].map((c) => c.className))"
    )
    return np.array(rows) == "mh-in-head"


def test_cutting_the_input_hides_half_of_each_word(static_page):
    page = static_page(HeadSlices(head=1).static_html())
    page.get_by_role("button", name="what goes in").click()
    expect(page.get_by_role("status")).to_contain_text("never reach it")
    assert (marked(page, "X") == [False, False, True, True]).all()
    w = marked(page, "W_Q")
    assert w[2:, 2:].all()
    assert w.sum() == 4
