"""SymmetryLab: its state in Python, and what a reader can do with it.

Its words are tested in `symmetry_lab.test.js`, its strip of runs in `symmetry_lab_runs.test.js`,
its training and pace in `training.test.js` and `training_pace.test.js`.
"""

import re

import numpy as np
import pytest
from multihead.widgets import SymmetryLab
from playwright.sync_api import expect
from traitlets import TraitError
from widget_steps import count_drawings, moved_by_itself


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


def test_the_data_have_the_seed_of_the_start_unless_they_are_given_one():
    assert (SymmetryLab(seed=3).seed, SymmetryLab(seed=3).data_seed) == (3, 3)
    assert SymmetryLab(seed=3, data_seed=0).data_seed == 0


# ---- In the browser ------------------------------------------------------------------------------


def open_lab(static_page, lab: SymmetryLab, **options):
    page = static_page(lab.static_html(), **options)
    wait_for_step(page, lab.step)
    return page


def status(page):
    return page.get_by_role("status")


def wait_for_step(page, step: int):
    """Wait until all runs are there: the status of those before may still say so of them."""
    expect(status(page)).to_contain_text(re.compile(rf"Step {step},.* of the \d+ runs"))
    expect(runs(page).filter(has_text="…")).to_have_count(0)


def wait_for_steps_above(page, step: int):
    slider = "document.querySelector('input[aria-label=Step]')"
    page.wait_for_function(f"{slider}.value > {step}")


def runs(page):
    return page.locator(".mh-run")


def took(page) -> list[str]:
    """What each run of the strip says: its name, then what head 0 and head 1 took."""
    texts = [
        run.locator("span:not(.mh-visually-hidden)").all_inner_texts() for run in runs(page).all()
    ]
    return [f"{name}: {first}, {second}" for name, first, second in texts]


def pictures(page) -> list[str]:
    """What is drawn of each run of the strip."""
    return page.locator(".mh-run canvas").evaluate_all("all => all.map((c) => c.toDataURL())")


def patterns(page) -> list[str]:
    """What is drawn large of the two heads of the open run."""
    return page.locator(".mh-numbered canvas").evaluate_all("all => all.map((c) => c.toDataURL())")


FEW = {"seed": (0, 3), "data_seed": (0, 3), "step": (0, 400), "epsilon": (1e-8, 0.1)}


def four_runs(**settings) -> SymmetryLab:
    """A lab with a strip of only four runs."""
    lab = SymmetryLab(**settings)
    lab._limits = {**FEW, "learning_rates": {"adam": 0.03, "sgd": 4.0}}
    return lab


def test_it_opens_on_a_finished_run_and_one_click_on_a_start_shows_what_comes_of_it(static_page):
    page = open_lab(static_page, four_runs())
    expect(status(page)).to_contain_text(
        "head 0 attends 2 steps back (96 %), head 1 attends 1 step back (96 %)"
    )
    expect(status(page)).to_contain_text(
        "In 1 of the 4 runs, head 0 attends 1 step back and head 1 attends 2; in 3, it"
    )
    assert took(page)[2:] == ["seed 2: 1 back, 2 back", "seed 3: 2 back, 1 back"]
    before = pictures(page), patterns(page)
    first, *_, third, fourth = before[0]
    assert first != third != fourth
    page.get_by_role("button", name="All equal").click()
    expect(status(page)).to_contain_text("Step 400, R² 0.")
    expect(status(page)).to_contain_text("identical to the last bit. In none of the 4 runs")
    assert set(before[0]).isdisjoint(pictures(page))
    head_0, head_1 = patterns(page)
    assert head_0 == head_1
    assert head_0 not in before[1]


def test_the_runs_share_a_start_or_data_or_neither(static_page):
    page = open_lab(static_page, four_runs(start="random", step=0, seed=2))
    for name, said in (
        ("Only data", "all with the initial weights of seed 2, each on its own data"),
        ("Only weights", "each with its own initial weights, all on the data of seed 2"),
        ("Weights and data", "each with its own initial weights and data"),
    ):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_text(said)).to_be_visible()


def test_a_click_on_a_run_opens_it(static_page):
    page = open_lab(static_page, four_runs(step=5))
    before = patterns(page)
    expect(runs(page).nth(0)).to_have_attribute("aria-pressed", "true")
    runs(page).nth(3).click()
    expect(page.get_by_text("Patterns of seed 3,")).to_be_visible()
    expect(runs(page).nth(3)).to_have_attribute("aria-pressed", "true")
    expect(runs(page).nth(0)).to_have_attribute("aria-pressed", "false")
    assert not set(before) & set(patterns(page))
    page.wait_for_url("**seed=3&data_seed=3*")
    runs(page).nth(0).click()
    expect(page.get_by_text("Patterns of seed 0,")).to_be_visible()
    assert patterns(page) == before


def test_the_strip_trains_only_while_it_can_be_seen(static_page):
    above = '<div style="height: 3000px"></div>'
    page = static_page(above + four_runs(step=3).static_html())
    expect(status(page)).to_contain_text("Step 3,")
    assert took(page)[1:] == [f"seed {i}: …, …" for i in (1, 2, 3)]
    behind = page.get_by_text("3 of the 4 runs are still training: step 0 of 3.")
    assert behind.count() == 1
    status(page).scroll_into_view_if_needed()
    wait_for_step(page, 3)
    assert behind.count() == 0
    assert page.get_by_text("All 4 runs are at step 3.").count() == 1
    assert took(page)[1:] == [f"seed {i}: none, none" for i in (1, 2, 3)]


def test_train_pause_step_and_reset_by_keyboard(static_page):
    page = open_lab(static_page, four_runs(start="equal", step=0, speed="slow"))
    start = pictures(page)
    train, slider = page.locator(".mh-train"), page.get_by_role("slider", name="Step")
    train.press("Space")
    expect(train).to_have_text("Pause")
    expect(status(page)).to_have_text("Training…")
    wait_for_steps_above(page, 5)
    expect(train).to_be_focused()
    page.keyboard.press("Space")
    expect(train).to_have_text("Train")
    paused = int(slider.input_value())
    wait_for_step(page, paused)
    expect(status(page)).to_contain_text("identical to the last bit")
    assert 5 < paused < 400
    assert set(start).isdisjoint(pictures(page))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for_step(page, paused + 1)
    page.wait_for_url(f"**step={paused + 1}*")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for_step(page, 0)
    assert pictures(page) == start
    expect(slider).to_have_value("0")
    slider.press("ArrowRight")
    wait_for_step(page, 1)


def test_training_begins_again_at_the_end_and_goes_on_where_asked(static_page):
    page = open_lab(static_page, SymmetryLab(step=4, speed="slow", start="random"))
    page.get_by_role("slider", name="Step").press("End")
    train = page.locator(".mh-train")
    expect(train).to_have_text("Train again")
    train.click()
    expect(train).to_have_text("Pause")
    page.wait_for_function("document.querySelector('input[aria-label=Step]').value < 400")
    train.click()
    page.locator("summary", has_text="More controls").click()
    page.get_by_role("button", name="400 steps more").click()
    expect(page.locator("input[aria-label=Step]")).to_have_attribute("max", "800")


def test_a_click_on_a_chart_goes_to_a_step(static_page):
    lab = four_runs(step=3)
    lab._limits = {**lab._limits, "step": (0, 40)}
    page = open_lab(static_page, lab)
    for chart in page.locator(".mh-figure > canvas").all():
        if chart.is_visible():
            chart.click(position={"x": chart.bounding_box()["width"] - 2, "y": 50})
            expect(page.get_by_role("slider", name="Step")).to_have_value("40")
            chart.click(position={"x": 2, "y": 50})
            wait_for_step(page, 0)


def test_the_page_keeps_to_the_limits_that_python_sends(static_page):
    lab = SymmetryLab(start="random", W_O="random", optimizer="sgd", speed="fast", step=0)
    rates = {"adam": 0.03, "sgd": 0.0}
    lab._limits = {**FEW, "step": (0, 6), "epsilon": (1e-3, 1e-2), "learning_rates": rates}
    page = open_lab(static_page, lab)
    page.locator("summary", has_text="More controls").click()
    inputs = page.locator("input[type=range]")
    last = inputs.evaluate_all("all => all.map((n) => [n.ariaLabel, n.max])")
    assert last == [["Step", "6"], ["Nudge ε", "1"]]
    assert runs(page).count() == 4
    distances = page.locator(".mh-keys").inner_text()
    page.get_by_role("button", name="Train").click()
    wait_for_step(page, 6)
    assert page.locator(".mh-keys li").nth(0).inner_text() == distances.splitlines()[0]
    expect(page.get_by_role("button", name="400 steps more")).to_be_disabled()
    page.get_by_role("button", name="Nudged").click()
    page.get_by_role("slider", name="Nudge ε").press("End")
    expect(page.get_by_role("slider", name="Nudge ε")).to_have_attribute("aria-valuetext", "0.01")


def test_less_motion_draws_less_often(static_page):
    page = open_lab(static_page, four_runs(step=0), reduced_motion="reduce")
    drawings = count_drawings(page)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.get_by_role("button", name="Train").click()
    page.clock.run_for(1600)
    assert int(page.get_by_role("slider", name="Step").input_value()) > 30
    painted = sum(method == "putImageData" for method, *_ in drawings())
    assert 2 <= painted / 6 <= 4  # two patterns and four runs each


def test_each_picture_and_table_says_what_it_shows(static_page):
    page = open_lab(static_page, four_runs(start="nudged", step=2))
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("table")).to_have_count(4)
    names = page.locator("canvas[role=img]").evaluate_all("all => all.map((n) => n.ariaLabel)")
    assert len(names) == 12
    assert all(re.search(r"\d", name) for name in names), names
    table = page.get_by_role("table", name="Attention weight of each head on the two look-ups")
    assert table.get_by_role("row").count() == 5
    expect(table.get_by_role("row", name="weights 3, data 3")).to_contain_text("%")
    page.get_by_role("button", name="One step").click()
    expect(page.get_by_text("Mean patterns at step 3")).to_be_visible()
    expect(table.get_by_role("row", name="weights 3, data 3")).to_contain_text("3\t")


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_moves_and_start_and_what_it_changes_are_on_one_screen(static_page, width):
    page = open_lab(static_page, SymmetryLab(step=2), width=width)
    assert moved_by_itself(page) <= 0.005
    top = page.get_by_role("button", name="All equal").bounding_box()["y"]
    last = runs(page).last.bounding_box()
    assert last["y"] + last["height"] - top <= 740
