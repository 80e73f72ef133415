"""TwoHeads: what one click on it shows.

Its training, pace and words are tested in `two_heads.test.js`.
"""

import math

import pytest
from multihead.widgets import TwoHeads
from playwright.sync_api import expect
from traitlets import TraitError
from widget_steps import count_drawings

# ---- In the browser ------------------------------------------------------------------------------


def open_pairs(static_page, step=0, **options):
    pairs = TwoHeads(step=step)
    page = static_page(pairs.static_html(), **options)
    begin = f"After {pairs.step} steps" if pairs.step else "Not trained yet"
    expect(page.get_by_role("status")).to_contain_text(begin)
    return page


def pictures(page) -> list[str]:
    """What is drawn of the four heads: head 0 and 1 of the first pair, then of the second."""
    return page.locator("canvas").evaluate_all("all => all.map((canvas) => canvas.toDataURL())")


def apart(page) -> list[str]:
    return page.locator(".mh-apart b").all_inner_texts()


def wait_for_the_end(page):
    expect(page.get_by_role("button").first).to_have_text("Train again")
    expect(page.get_by_role("status")).to_contain_text("After 200 steps")


def test_with_nothing_clicked_it_shows_the_finding(static_page):
    page = static_page(TwoHeads().static_html())
    wait_for_the_end(page)
    equal, nudged = apart(page)
    assert equal == "exactly 0"
    assert float(nudged) > 1


def test_one_click_equal_heads_stay_equal_and_nudged_heads_part(static_page):
    page = open_pairs(static_page)
    assert len(set(pictures(page))) == 1
    equal, nudged = apart(page)
    assert equal == "exactly 0"
    assert 0 < float(nudged) < 1e-6
    drawings = count_drawings(page)
    page.get_by_role("button", name="Train").click()
    wait_for_the_end(page)
    assert len(drawings()) > 4 * 20  # a picture in motion
    first, second, third, fourth = pictures(page)
    assert first == second
    assert len({first, third, fourth}) == 3
    equal, nudged = apart(page)
    assert equal == "exactly 0"
    assert float(nudged) > 1
    expect(page.get_by_role("status")).to_contain_text("divide the work")
    names = page.locator("canvas").evaluate_all("all => all.map((canvas) => canvas.ariaLabel)")
    assert names[0].replace("head 0", "head 1") == names[1]
    assert names[2].replace("head 0", "head 1") != names[3]


def test_train_pause_and_start_again_by_keyboard(static_page):
    page = open_pairs(static_page)
    start = pictures(page)
    train = page.get_by_role("button").first
    page.keyboard.press("Tab")
    expect(train).to_be_focused()
    page.keyboard.press("Enter")
    expect(train).to_have_text("Pause")
    page.wait_for_function("document.querySelectorAll('.mh-apart b')[1].textContent > 0.000001")
    page.keyboard.press("Space")
    expect(train).to_have_text("Train")
    expect(page.get_by_role("status")).to_contain_text("the identical heads are still identical")
    paused = apart(page)
    page.wait_for_timeout(200)
    assert apart(page) == paused
    page.keyboard.press("Enter")
    wait_for_the_end(page)
    assert pictures(page) != start
    page.keyboard.press("Enter")
    expect(train).to_have_text("Pause")
    expect(train).to_be_focused()


def test_less_motion_jumps_to_the_end(static_page):
    page = open_pairs(static_page, reduced_motion="reduce")
    drawings = count_drawings(page)
    page.get_by_role("button", name="Train").click()
    wait_for_the_end(page)
    assert sorted(place for *_, place in drawings()) == [0, 1, 2, 3]


def test_its_training_is_scrubbed(static_page):
    page = open_pairs(static_page)
    steps = page.get_by_role("slider", name="Step")
    steps.fill("200")
    wait_for_the_end(page)
    far = apart(page)
    steps.fill("3")
    expect(page.get_by_role("status")).to_contain_text("After 3 steps")
    assert float(apart(page)[1]) < 1e-3
    steps.fill("200")
    wait_for_the_end(page)
    assert apart(page) == far


def test_a_larger_nudge_parts_them_sooner(static_page):
    page = open_pairs(static_page, step=40)
    _, before = apart(page)
    page.get_by_role("slider", name="Changed by").fill("11")
    expect(page.locator(".mh-apart b").last).not_to_have_text(before)
    equal, nudged = apart(page)
    assert equal == "exactly 0"
    assert float(nudged) > 100 * float(before)
    expect(page.get_by_role("slider", name="Changed by")).to_have_attribute("aria-valuetext", "0.1")


def test_how_much_a_head_is_changed_is_read_whole_on_a_phone(static_page):
    page = open_pairs(static_page, width=360)
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
    assert page.locator(".mh-slider > span").evaluate_all(cut) == []


def test_a_cell_is_read_by_pointer_and_by_keyboard(static_page):
    page = open_pairs(static_page, step=200)
    reading, canvas = page.locator(".mh-reading"), page.locator("canvas").nth(3)
    expect(reading).to_contain_text("arrow keys")
    box = canvas.bounding_box()
    canvas.hover(position={"x": box["width"] * 0.9, "y": box["height"] * 0.15})
    expect(reading).to_contain_text("Query 1, key 7")
    canvas.focus()
    page.keyboard.press("ArrowRight")  # the last column already
    page.keyboard.press("ArrowDown")
    expect(reading).to_contain_text("Query 2, key 7")
    ring = page.locator(".mh-ring").nth(3).bounding_box()
    assert abs(ring["y"] + ring["height"] / 2 - box["y"] - box["height"] * 2.5 / 8) < 2
    assert abs(ring["x"] + ring["width"] / 2 - box["x"] - box["width"] * 7.5 / 8) < 2


@pytest.mark.parametrize("epsilon", [0, 1e-13, 0.2, math.nan])
def test_a_nudge_out_of_range_is_refused_and_the_old_one_stays(epsilon):
    pairs = TwoHeads(epsilon=1e-3)
    with pytest.raises(TraitError, match=r"use 1e-12 to 0\.1"):
        pairs.epsilon = epsilon
    assert pairs.epsilon == 1e-3
