"""TwoHeads: its state in Python, and what one click on it shows.

Its training, pace and words are tested in `two_heads.test.js`.
"""

import numpy as np
import pytest
from multihead.widgets import TwoHeads
from playwright.sync_api import expect
from traitlets import TraitError
from weight import assert_light, bytes_sent


@pytest.mark.parametrize("step", [-1, 201, True, 1.5, np.array([3]), "3"])
def test_bad_state_is_rejected_and_the_old_one_stays(step):
    pairs = TwoHeads(step=3)
    with pytest.raises(TraitError, match="step"):
        pairs.step = step
    assert pairs.step == 3


def test_it_is_light():
    assert_light(bytes_sent(TwoHeads().static_html()), 15_000)


# ---- In the browser ------------------------------------------------------------------------------

# How many times something was drawn on each canvas.
COUNT_DRAWINGS = """() => {
  window.drawn = [0, 0, 0, 0];
  const all = [...document.querySelectorAll("canvas")];
  const paint = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...a) {
    window.drawn[all.indexOf(this.canvas)]++;
    return paint.apply(this, a);
  };
}"""


def open_pairs(static_page, step=0, **options):
    pairs = TwoHeads(step=step)
    page = static_page(pairs.static_html(), **options)
    begin = f"After {pairs.step} updates" if pairs.step else "Not trained yet"
    expect(page.get_by_role("status")).to_contain_text(begin)
    return page


def pictures(page) -> list[str]:
    """What is drawn of the four heads: head 0 and 1 of the first pair, then of the second."""
    return page.locator("canvas").evaluate_all("all => all.map((canvas) => canvas.toDataURL())")


def apart(page) -> list[str]:
    return page.locator(".mh-apart b").all_inner_texts()


def wait_for_the_end(page):
    expect(page.get_by_role("button").first).to_have_text("Train again")
    expect(page.get_by_role("status")).to_contain_text("After 200 updates")


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
    page.get_by_role("button", name="Train").click()
    wait_for_the_end(page)
    first, second, third, fourth = pictures(page)
    assert first == second
    assert len({first, third, fourth}) == 3
    equal, nudged = apart(page)
    assert equal == "exactly 0"
    assert float(nudged) > 1
    expect(page.get_by_role("status")).to_contain_text("do two jobs")
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
    expect(page.get_by_role("status")).to_contain_text("updates the equal heads are equal to")
    paused = apart(page)
    page.wait_for_timeout(200)
    assert apart(page) == paused
    page.keyboard.press("Enter")
    wait_for_the_end(page)
    end = pictures(page)
    page.keyboard.press("Enter")
    expect(train).to_have_text("Pause")
    wait_for_the_end(page)
    expect(train).to_be_focused()
    assert pictures(page) == end != start


def test_training_is_a_picture_in_motion_and_ends_in_seconds(static_page):
    page = open_pairs(static_page)
    page.evaluate(COUNT_DRAWINGS)
    page.get_by_role("button", name="Train").click()
    wait_for_the_end(page)
    assert min(page.evaluate("window.drawn")) > 20


def test_less_motion_jumps_to_the_end(static_page):
    page = open_pairs(static_page, reduced_motion="reduce")
    page.evaluate(COUNT_DRAWINGS)
    page.get_by_role("button", name="Train").click()
    wait_for_the_end(page)
    assert page.evaluate("window.drawn") == [1, 1, 1, 1]


@pytest.mark.parametrize("width", [1280, 360])
def test_it_is_low_enough_for_a_first_screen(static_page, width):
    for step in (0, 200):
        page = open_pairs(static_page, step, width=width)
        assert page.locator(".mh-two").bounding_box()["height"] <= 420
