"""Figures that are touched, with pointer, finger and keys, say what was drawn, and nothing else."""

import gzip
import json
import re
from urllib.parse import unquote

import numpy as np
import pytest
from book_site.pages import figure_marks
from multihead.show import cast_figure, curves, heatmap, intervals, plane, show
from playwright.sync_api import expect

ALT = "Three curves, of which the middle one rises"
STEPS = [0, 10, 20, 50, 90]
TOKENS = (figure_marks.PARTS.parent / "look" / "tokens.css").read_text("utf-8")
STYLE = f"<style>{TOKENS}{figure_marks.style()}</style>"
LIT, HELD, EVERY = ".mh-over-lit > *", ".mh-over-held > *", ".mh-over-every > *"


def rng():
    return np.random.default_rng(11)


def two_heads():
    return np.sort(rng().random((7, 5)), axis=1)


def one_head():
    return two_heads()[:5] / 2


def losses():
    series = {"2 heads": two_heads(), "1 head": one_head()}
    runs = {"2 heads": "two", "1 head": "one"}
    return curves(STEPS, series, x_label="step", y_label="R²", run=runs)


def apart(run="two"):
    return intervals(
        {"own job": rng().random((7, 3)), "other job": rng().random((7, 3))}, label="error", run=run
    )


def terms():
    one, two = np.array([[3.26, -1.5, 0.5]]), np.array([[1, 0.25, -1]])
    look = {"rows": ["bank"], "columns": ["money", "water", "act"], "row_name": ""}
    titled = {"head 1 adds": (one, ()), "head 2 adds": (two, ()), "sum": (one + two, (one, two))}
    return [heatmap(m, title=t, terms=parts, **look) for t, (m, parts) in titled.items()]


@pytest.fixture
def figures(static_page):
    """Open a page with figures, each in a section: ``page = figures(losses(), hash="")``."""

    def open_page(*drawings, text="", **options):
        parts = [
            f"<section>{text}{show(one, ALT).markup}<p>Text.</p></section>" for one in drawings
        ]
        end = '<div style="height: 2000px"></div>'
        return static_page(
            STYLE, *parts, end, f"<script>{figure_marks.script()}</script>", **options
        )

    return open_page


def fragment(page):
    """Return the address after its #, as the page has it now: ``page.url`` hears of it later."""
    return unquote(page.evaluate("location.hash"))


def point(page, figure, series, number, step):
    """Return where on the page a training has its value at a step, from the data of the figure."""
    data = json.loads(page.locator(".mh-figure").nth(figure).get_attribute("data-drawn"))[0]
    line = data["series"][series]
    values = line["median"] if number is None else line["values"][number]
    left, top, width, height = data["box"]
    (low_x, high_x), (low_y, high_y) = data["x"]["ends"], data["y"]["ends"]
    value = sum(values[: step + 1]) * 10 ** data["y"]["unit" if number is None else "rough"]
    x = left + (data["x"]["at"][step] - low_x) / (high_x - low_x) * width
    y = top + height - (value - low_y) / (high_y - low_y) * height
    svg = page.locator(".mh-figure").nth(figure).locator("svg")
    return svg.evaluate(
        "(svg, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
        " return [at.x, at.y] }",
        [x, y],
    )


def said(page, figure=0):
    return page.locator(".mh-read").nth(figure)


def test_a_line_says_all_medians_of_its_place(figures):
    page = figures(losses())
    page.mouse.move(*point(page, 0, 0, None, 3))
    medians = [np.median(values[:, 3]) for values in (two_heads(), one_head())]
    expect(said(page)).to_have_text(
        "step 50: medians 2 heads {:.3f}; 1 head {:.3f}".format(*medians)
    )
    page.mouse.move(900, 700)
    expect(said(page)).to_have_text("Point to read; click to hold a seed.")
    expect(page.locator(LIT)).to_have_count(0)


def test_every_training_comes_at_a_press_and_says_its_number(figures):
    page = figures(losses())
    expect(page.locator(EVERY)).to_have_count(0)
    page.get_by_role("button", name="every seed").click()
    expect(page.locator(EVERY)).to_have_count(12)
    page.mouse.move(*point(page, 0, 0, 2, 3))
    value, median = two_heads()[2, 3], np.median(two_heads()[:, 3])
    expect(said(page)).to_have_text(f"2 heads, seed 2, step 50: {value:.2f} (median {median:.3f})")
    page.get_by_role("button", name="every seed").click()
    expect(page.locator(EVERY)).to_have_count(0)


def test_the_held_training_is_lit_where_it_is_shown_and_nowhere_else(figures):
    page = figures(losses(), apart(), apart(run="other"), losses())
    page.get_by_role("button", name="every seed").first.click()
    page.mouse.move(*(place := point(page, 0, 0, 2, 3)))
    page.mouse.click(*place)
    page.mouse.move(900, 5)
    held = [page.locator(".mh-figure").nth(i).locator(HELD) for i in range(4)]
    # One line; three heads in each of two rows; nothing; one line again.
    for locator, count in zip(held, (1, 6, 0, 1), strict=True):
        expect(locator).to_have_count(count)
    assert fragment(page) == "#~held:two=2"
    expect(said(page, 1)).to_have_text("held: seed 2")
    expect(said(page, 2)).to_contain_text("click to hold")
    page.locator("svg[role=application]").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(HELD)).to_have_count(0)
    assert fragment(page) == ""


def test_a_held_training_is_in_the_address_beside_a_widget(figures):
    page = figures(losses(), hash="#~Lab1:seed=2~held:one=3")
    expect(page.locator(HELD)).to_have_count(1)
    page.locator("svg[role=application]").first.focus()
    page.keyboard.press("Escape")
    assert fragment(page) == "#~Lab1:seed=2"


def test_the_same_number_in_another_experiment_is_another_training(figures):
    page = figures(apart(run=""), apart(run=""))
    page.locator("svg[role=application]").first.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    # Of the row: its three heads. Not of the other row, nor of the other figure.
    expect(page.locator(".mh-figure").first.locator(HELD)).to_have_count(3)
    expect(page.locator(".mh-figure").last.locator(HELD)).to_have_count(0)


def test_a_dot_says_its_training_its_head_and_the_median(figures):
    values = rng().random((7, 3))
    page = figures(apart())
    page.locator("svg[role=application]").focus()
    page.keyboard.press("ArrowRight")
    expect(said(page)).to_have_text(f"own job: median {np.median(values):.3f} of 7 seeds")
    page.keyboard.press("End")
    seed, head = np.unravel_index(values.argmax(), values.shape)
    expect(said(page)).to_have_text(
        f"own job, seed {seed}, head {head}: {values.max():.3f} (median {np.median(values):.3f})"
    )
    expect(page.get_by_role("status")).to_have_text(said(page).text_content())


def test_a_dot_is_named_by_its_row_of_a_table_and_leads_to_it(figures):
    rows = "".join(f'<tr id="of-{i}"><th>claim {i}</th></tr>' for i in range(10))
    samples = {"01": rng().random(7), "02": np.array([0.25, 0.5, 0.75])}
    page = figures(intervals(samples, label="room", links="of-"), text=f"<table>{rows}</table>")
    page.locator("svg[role=application]").focus()
    for key in ("ArrowDown", "ArrowDown", "End"):
        page.keyboard.press(key)
    expect(said(page)).to_have_text("claim 9: 0.750 (median 0.500)")
    page.keyboard.press("Enter")
    assert fragment(page) == "#of-9"


def test_a_cell_of_a_sum_says_its_terms_and_is_lit_in_all_tables(figures):
    page = figures(terms())
    page.locator("svg").nth(1).get_by_text("0.25").hover()
    expect(page.locator(LIT)).to_have_count(3)
    expect(said(page)).to_have_text(
        "bank, key water: head 1 adds −1.50; head 2 adds 0.25; sum −1.50 + 0.25 = −1.25"
    )


def test_keys_walk_through_cells_and_on_to_the_next_table(figures):
    page = figures(terms())
    page.get_by_role("application").focus()
    texts = []
    for key in ("ArrowRight", "ArrowRight", "End", "Home", "n", "ArrowDown"):
        page.keyboard.press(key)
        texts.append(said(page).text_content().split(":")[0])
    columns = ["money", "water", "act", "money", "money", "money"]
    assert texts == [f"bank, key {column}" for column in columns]


def test_a_cast_holds_a_whole_row(figures):
    names = np.array([["one back", None], ["itself", "one back"], [None, "itself"]], dtype=object)
    letters = {"one back": "B", "itself": "I"}
    look = {"columns": ["0", "1"], "run": "models"}
    page = figures([cast_figure(names, letters, **look), cast_figure(names, letters, **look)])
    page.get_by_role("application").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(HELD)).to_have_count(2)
    assert fragment(page) == "#~held:models=1"


def test_a_training_that_the_picture_shows_answers_without_the_button(figures):
    series = {"2 heads": two_heads(), "1 head": one_head()}
    figure = curves(STEPS, series, x_label="step", y_label="R²", faint={"2 heads": [4]})
    page = figures(figure)
    page.mouse.move(*point(page, 0, 0, 4, 1))
    expect(said(page)).to_contain_text("2 heads, seed 4, step 10")
    page.mouse.move(*point(page, 0, 0, 2, 1))
    expect(said(page)).not_to_contain_text("seed 2")


def test_a_click_beside_the_dots_holds_nothing(figures):
    page = figures(intervals({"a": np.array([0.0, 0.1, 1.0])}, label="error"))
    box = page.locator(".mh-figure svg").bounding_box()
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.3 * box["height"])
    expect(page.locator(HELD)).to_have_count(0)
    assert fragment(page) == ""


def test_the_keys_are_said_to_who_comes_with_the_keyboard(figures):
    page = figures(losses())
    page.keyboard.press("Tab")
    expect(said(page)).to_contain_text("Escape lets go")
    page.keyboard.press("ArrowRight")
    expect(said(page)).to_contain_text("step 0: medians")


def test_the_second_tap_holds(figures):
    page = figures(losses(), has_touch=True, width=390)
    page.get_by_role("button", name="every seed").tap()
    place = point(page, 0, 0, 2, 3)
    page.touchscreen.tap(*place)
    expect(said(page)).to_contain_text("seed 2")
    expect(page.get_by_role("status")).to_contain_text("seed 2")
    assert "held" not in fragment(page)
    page.touchscreen.tap(*place)
    expect(page.locator(HELD)).to_have_count(1)
    expect(said(page)).to_contain_text(", held")
    scrolls = page.locator("svg").evaluate("svg => getComputedStyle(svg).touchAction")
    assert scrolls == "pan-y pinch-zoom"


def test_a_name_in_the_text_lights_its_line_and_is_lit_by_it(figures):
    name = '<em class="mh-names" data-names="1 head">1 head</em>'
    page = figures(losses(), text=f"<p>Look at {name}.</p>")
    button = page.get_by_role("button", name="1 head")
    button.hover()
    expect(page.locator(".mh-over-named > *")).to_have_count(1)
    page.mouse.move(900, 700)
    expect(page.locator(".mh-over-named > *")).to_have_count(0)
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".mh-over-named > *")).to_have_count(1)
    page.mouse.move(*point(page, 0, 1, None, 2))
    expect(button).to_have_class("mh-names mh-lit")


def test_each_figure_is_one_stop_and_its_room_is_there_before(figures):
    page = figures(losses(), terms(), plane({"a": (0, 1), "b": (2, 0)}, x_label="x", y_label="y"))
    stops = []
    for _ in range(3):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.getAttribute('role')"))
    assert stops == ["application", "application", None]
    places = "[...document.querySelectorAll('p')].map((p) => p.getBoundingClientRect().y)"
    before = page.evaluate(places)
    page.get_by_role("button", name="every seed").click()
    page.mouse.move(*point(page, 0, 0, None, 3))
    assert page.evaluate(places) == before


def test_without_a_script_there_is_only_the_picture(figures):
    page = figures(losses(), java_script_enabled=False)
    assert page.locator(".mh-figure").evaluate("f => getComputedStyle(f).paddingBottom") == "0px"
    expect(page.locator(".mh-figure-readout")).to_have_count(0)


def test_what_is_lit_does_not_print(figures):
    page = figures(losses())
    page.get_by_role("button", name="every seed").click()
    page.emulate_media(media="print")
    expect(page.locator(EVERY).first).to_be_hidden()
    expect(page.locator(".mh-figure-readout")).to_be_hidden()


def test_no_template_stands_in_another():
    texts = {path.name: path.read_text("utf-8") for path in figure_marks.PARTS.glob("*.js")}
    assert [name for name, text in texts.items() if re.search(r"\$\{[^}`]*`", text)] == []


def test_the_script_and_the_style_are_light():
    assert len(gzip.compress(figure_marks.script().encode(), 9)) <= 7_000
    assert len(gzip.compress(figure_marks.style().encode(), 9)) <= 1_000
