"""SymmetryLab: its state in Python, and what a reader can do with it.

Its arithmetic, pace and words are tested in `symmetry_lab.test.js`.
"""

import gzip
import re

import numpy as np
import pytest
from multihead.widgets import SymmetryLab
from playwright.sync_api import expect
from traitlets import TraitError


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("start", "same"),
        ("W_O", 0),
        ("epsilon", 0.5),
        ("epsilon", float("nan")),
        ("seed", 100),
        ("seed", True),
        ("step", np.False_),
        ("start", np.array("equal")),
        ("step", -1),
        ("step", 4001),
        ("optimizer", "adamw"),
        ("speed", "warp"),
    ],
)
def test_bad_state_is_rejected_and_the_old_one_stays(name, value):
    lab = SymmetryLab(start="nudged", step=3)
    before = getattr(lab, name)
    with pytest.raises(TraitError, match=name):
        setattr(lab, name, value)
    assert getattr(lab, name) == before


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            np.ones((2, 2)),
            r"distance has shape \(2, 2\) of float64; .* \(step \+ 1, 3\)",
        ),
        (np.ones(3), r"shape \(3,\)"),
        (np.ones((2, 3), int), "int64"),
        (np.array([[0, 1, np.nan], [np.inf, -1, 0]]), "3 number.s. of 6 that are no distance"),
        ([[1.0, 2.0, 3.0]], "distance.* ndarray"),
    ],
)
def test_what_is_no_distance_is_rejected(rows, message):
    lab = SymmetryLab()
    with pytest.raises(TraitError, match=message):
        lab.distance = rows
    assert lab.distance.shape == (0, 3)


def test_python_reads_what_the_page_computed():
    lab, seen = SymmetryLab(), []
    assert lab.distance.shape == (0, 3)
    lab.observe(lambda change: seen.append(change["new"]), "distance")
    sent = np.arange(6.0).reshape(2, 3)
    lab.set_state({"distance": memoryview(sent.tobytes()), "step": 1})
    assert np.array_equal(seen[0], sent)
    assert lab.step == 1


def test_it_is_light():
    assert len(gzip.compress(SymmetryLab().static_html().encode())) < 30_000


# ---- In the browser ------------------------------------------------------------------------------


def open_lab(static_page, *labs: SymmetryLab, **options):
    page = static_page(*[lab.static_html() for lab in labs], **options)
    for i, lab in enumerate(labs):
        expect(page.get_by_role("status").nth(i)).to_contain_text(f"Step {lab.step}:")
    return page


def wait_for_step(page, step: int):
    expect(page.get_by_role("status")).to_contain_text(f"Step {step}:")


def wait_for_steps_above(page, step: int):
    slider = "document.querySelector('input[aria-label=Step]')"
    page.wait_for_function(f"{slider}.value > {step}")


def test_train_pause_step_and_reset_by_keyboard(static_page):
    page = open_lab(static_page, SymmetryLab(speed="fast"))
    train, slider = page.locator(".mh-train"), page.get_by_role("slider", name="Step")
    train.press("Space")
    expect(train).to_have_text("Pause")
    wait_for_steps_above(page, 5)
    expect(train).to_be_focused()
    page.keyboard.press("Space")
    expect(train).to_have_text("Train")
    expect(page.get_by_role("status")).to_contain_text("equal to the last bit")
    paused = int(slider.input_value())
    assert 5 < paused < 400
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for_step(page, paused + 1)
    page.wait_for_url(f"**step={paused + 1}*")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for_step(page, 0)
    expect(slider).to_have_value("0")
    slider.press("ArrowRight")
    wait_for_step(page, 1)


def test_training_ends_at_400_and_can_go_on(static_page):
    page = open_lab(static_page, SymmetryLab(step=398, speed="fast"))
    page.get_by_role("button", name="Train").click()
    wait_for_step(page, 400)
    page.get_by_role("button", name="Train").click()
    wait_for_steps_above(page, 400)
    expect(page.locator("input[aria-label=Step]")).to_have_attribute("max", "800")
    page.get_by_role("button", name="Nudged").click()
    wait_for_step(page, 0)
    expect(page.get_by_role("slider", name="Nudge")).to_be_visible()


def test_a_click_on_a_chart_goes_to_a_step(static_page):
    page = open_lab(static_page, SymmetryLab(step=3))
    for chart in page.locator(".mh-figure > canvas").all():
        chart.click(position={"x": chart.bounding_box()["width"] - 2, "y": 50})
        wait_for_step(page, 400)
        chart.click(position={"x": 2, "y": 50})
        wait_for_step(page, 0)


def test_the_page_keeps_to_the_limits_that_python_sends(static_page):
    lab = SymmetryLab(start="random", W_O="random", optimizer="sgd", speed="fast")
    rates = {"adam": 0.03, "sgd": 0.0}
    lab._limits = {"seed": (0, 3), "step": (0, 6), "epsilon": (1e-3, 1e-2), "learning_rates": rates}
    page = open_lab(static_page, lab)
    last = page.evaluate("[...document.querySelectorAll('input')].map((n) => [n.ariaLabel, n.max])")
    assert last == [["Seed", "3"], ["Nudge ε", "1"], ["Step", "6"]]
    distances = page.locator(".mh-keys").inner_text()
    page.get_by_role("button", name="Train").click()
    wait_for_step(page, 6)
    assert page.locator(".mh-keys li").nth(0).inner_text() == distances.splitlines()[0]
    page.get_by_role("button", name="Train").click()
    expect(page.get_by_role("status")).to_have_text("Step 6 is the last. Reset to train again.")
    page.get_by_role("button", name="Nudged").click()
    page.get_by_role("slider", name="Nudge").press("End")
    expect(page.get_by_role("slider", name="Nudge")).to_have_attribute("aria-valuetext", "0.01")


def test_less_motion_draws_less_often(static_page):
    page = open_lab(static_page, SymmetryLab(), reduced_motion="reduce")
    page.evaluate("""() => {
      window.painted = 0;
      const paint = CanvasRenderingContext2D.prototype.putImageData;
      CanvasRenderingContext2D.prototype.putImageData = function (...a) {
        window.painted++;
        return paint.apply(this, a);
      };
    }""")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.get_by_role("button", name="Train").click()
    page.clock.run_for(1600)
    assert int(page.get_by_role("slider", name="Step").input_value()) > 30
    drawings = page.evaluate("window.painted") / 10  # ten matrices each
    assert 2 <= drawings <= 4


def test_each_picture_and_table_says_what_it_shows(static_page):
    page = open_lab(static_page, SymmetryLab(start="nudged", step=2))
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("table")).to_have_count(3)
    names = page.locator("canvas").evaluate_all("nodes => nodes.map((n) => n.ariaLabel)")
    assert len(names) == 12
    assert all(re.search(r"\d", name) for name in names), names
    page.get_by_role("button", name="One step").click()
    expect(page.get_by_text("Mean patterns at step 3")).to_be_visible()
