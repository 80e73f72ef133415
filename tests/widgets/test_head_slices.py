"""HeadSlices: its state in Python, and what it shows in a browser.

Its arithmetic is tested in `head_slices.test.js`.
"""

import numpy as np
import pytest
from multihead.widgets import HeadSlices
from playwright.sync_api import expect
from traitlets import TraitError
from weight import assert_light, bytes_sent


@pytest.mark.parametrize(
    ("trait", "value"),
    [("head", 2), ("head", -1), ("head", True), ("head", 0.5), ("cut", "words"), ("cut", None)],
)
def test_bad_state_is_rejected_and_the_old_one_stays(trait, value):
    slices = HeadSlices("input", 1)
    with pytest.raises(TraitError, match=trait):
        setattr(slices, trait, value)
    assert (slices.cut, slices.head) == ("input", 1)


def test_it_is_light():
    assert_light(bytes_sent(HeadSlices().static_html()), 15_000)


def marked(page, name) -> np.ndarray:
    """Which entries of a matrix are marked, (row, column)."""
    grid = page.locator(".mh-grid", has=page.get_by_text(name, exact=True))
    rows = grid.evaluate(
        "table => [...table.rows].map((r) => [...r.querySelectorAll('td')].map((c) => c.className))"
    )
    return np.array(rows) == "mh-mine"


def test_with_nothing_clicked_a_head_reads_every_number_of_every_word(static_page):
    page = static_page(HeadSlices().static_html())
    expect(page.get_by_role("status")).to_contain_text("reads all four numbers of every word")
    assert marked(page, "X").all()
    assert marked(page, "X").shape == (3, 4)
    assert (marked(page, "X W_Q") == [True, True, False, False]).all()


def test_cutting_the_input_hides_half_of_each_word(static_page):
    page = static_page(HeadSlices(head=1).static_html())
    page.get_by_role("button", name="what goes in").click()
    expect(page.get_by_role("status")).to_contain_text("never reach it")
    assert (marked(page, "X") == [False, False, True, True]).all()
    w = marked(page, "W_Q")
    assert w[2:, 2:].all()
    assert w.sum() == 4


def test_a_view_without_transpose_mixes_words(static_page):
    page = static_page(HeadSlices().static_html())
    page.get_by_role("button", name="memory, by view").click()
    expect(page.get_by_role("status")).to_contain_text("A mistake")
    assert (marked(page, "X W_Q") == [[True] * 4, [True, True, False, False], [False] * 4]).all()
    assert marked(page, "X").tolist() == [[True] * 4, [True] * 4, [False] * 4]


@pytest.mark.parametrize("width", [1280, 360])
def test_controls_and_picture_are_on_one_screen(static_page, width):
    page = static_page(HeadSlices().static_html(), width=width)
    assert page.locator(".mh-slices").bounding_box()["height"] <= 560
