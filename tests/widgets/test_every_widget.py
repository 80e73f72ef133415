"""What every widget promises, checked on a small case of each; see `small_widgets.py`."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import multihead.widgets
import pytest
import torch
import traitlets
from accessibility import RULES
from forced_colours import assert_readable_in_forced_colours
from multihead.widgets import TextLab
from multihead.widgets.base import Widget
from page_weight import assert_light, bytes_sent
from PIL import Image, ImageChops
from playwright.sync_api import expect
from small_widgets import CASES, Case
from traitlets import TraitError
from visits import DRAWN
from widget_steps import (
    HOSTILE,
    assert_anyone_can_use,
    assert_dropped_it_listens_to_nothing,
    moved_by_itself,
    snapshot,
    wait_for_status,
    wait_for_view,
)

every_widget = pytest.mark.parametrize("name", CASES)


def test_every_widget_has_a_case():
    assert sorted(CASES) == sorted(multihead.widgets.__all__)


def widgets_on(page):
    return page.locator("[data-mh-widget]")


def open_tables(part) -> None:
    for summary in part.locator("summary:visible").all():
        summary.click()
    for opened in part.locator("details.mh-table[open]").all():
        opened.locator("tbody td").last.wait_for()


def move(widget, case: Case) -> None:
    """Make the moves of a case by keyboard, then let go of the last control."""
    for role, name, key in case.moves:
        control = widget.get_by_role(role, name=name, exact=True)
        if role == "textbox":
            control.press("Control+a")
            control.press_sequentially(key)
        else:
            control.press(key)
    widget.page.evaluate("document.activeElement.blur()")


# ---- State ---------------------------------------------------------------------------------


def out_of_bounds(widget: Widget) -> Iterator[tuple[str, Any, str]]:
    """What each trait of a link may not be, and what is said of it."""
    for trait, spec in widget.url_fields().items():
        match spec["kind"]:
            case "int" | "number":
                bounds = f"{trait}=.*use {spec['min']:g} to {spec['max']:g}"
                yield from ((trait, x, bounds) for x in (spec["min"] - 1, spec["max"] + 1))
            case "set":
                yield trait, [spec["max"] + 1], f"{trait}=.*use 0 to {spec['max']}"
                yield trait, [0, 0], f"{trait}=.*name each head once"
            case "choice" | "flag":
                yield trait, "neither", trait


@every_widget
def test_a_state_that_is_refused_says_why_and_leaves_the_old_one(name, no_shape_checks):
    case = CASES[name]
    widget = case.make()
    before = widget.get_state()
    for trait, wrong, message in [*out_of_bounds(widget), *case.refused]:
        with pytest.raises(TraitError, match=message):
            setattr(widget, trait, wrong)
        assert widget.get_state() == before
        with pytest.raises(TraitError, match=message):
            case.make(**{trait: wrong})


@every_widget
def test_nothing_passes_for_a_whole_number_or_a_choice_but_one(name):
    """`Int` takes True, and `Enum` an array; test_base.py has what `Whole` and `Choice` take."""
    given = {n: t for n, t in CASES[name].make().traits(sync=True).items() if n[0] != "_"}
    own = [trait for name, trait in given.items() if name not in Widget.class_traits()]
    kinds = {type(getattr(trait, "_trait", None) or trait) for trait in own}
    assert kinds
    assert not kinds & {traitlets.Int, traitlets.CInt, traitlets.Enum}


NONSENSE = ["<img src=x>", "NaN", "1e999", "__proto__", "%", "0,0", "0.0:x"]
BELOW = "<p>What follows the picture stays where it is.</p>" * 30


def nonsense(widget: Widget) -> str:
    """What an address may not say of any trait."""
    given = widget.url_fields().items()
    fields = {field: spec for field, spec in given if spec["kind"] != "text"}  # it may be any
    fields |= {name: {} for name in ("__proto__", "constructor", "_pattern")}
    low = [f"{field}={spec.get('min', 0) - 1:g}" for field, spec in fields.items()]
    return "&".join([f"{field}={value}" for field in fields for value in NONSENSE] + low)


@every_widget
def test_one_state_is_one_view_however_it_comes_about(static_page, name):
    """By keyboard, by a link or from Python, in the light and in the dark; no other widget moves.

    An address that makes no sense changes nothing.
    """
    case = CASES[name]
    initial, made = case.make(), case.make(**case.moved)
    html = initial.static_html()
    page = static_page(html, html, BELOW, hash=f"#~{name}1:{nonsense(initial)}")
    other, moved = widgets_on(page).all()
    for each in (other, moved):
        wait_for_status(each, case.settled(initial))
    assert moved_by_itself(page) <= 0.02
    before = snapshot(moved)
    assert snapshot(other) == before
    move(moved, case)
    page.wait_for_url(f"**~{name}2:{case.link}")
    assert snapshot(other) == before

    from_python = static_page(made.static_html())
    wait_for_status(widgets_on(from_python), case.settled(made))
    light = snapshot(widgets_on(from_python))
    assert light[1:] != before[1:]
    wait_for_view(moved, light)
    assert_low(case, page, from_python)

    linked = static_page(html, hash=f"#~{name}1:{case.link}", theme="dark")
    wait_for_status(widgets_on(linked), case.settled(made))
    dark = snapshot(widgets_on(linked))
    assert ("mh-dark" in light[1], "mh-dark" in dark[1]) == (False, True)
    for each in (page, from_python):
        turn(each, "dark")
    wait_for_view(moved, dark)
    wait_for_view(widgets_on(from_python), dark)
    assert_like_the_table_without_script(static_page, case, made, from_python)


def assert_low(case: Case, *pages) -> None:
    """Controls and picture are on one screen."""
    heights = [box["height"] for page in pages for box in boxes(page)]
    assert max(heights) <= case.height


def boxes(page) -> list[dict[str, float]]:
    return [each.bounding_box() for each in page.locator(".mh-widget").all()]


ROWS = "table => [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText))"


def assert_like_the_table_without_script(static_page, case: Case, made: Widget, page) -> None:
    bare = static_page(made.static_html(), java_script_enabled=False)
    assert "needs JavaScript" in bare.locator("noscript").inner_text()
    bare.get_by_text("As a table").click()
    (rows,) = (table.evaluate(ROWS) for table in bare.get_by_role("table").all())
    open_tables(widgets_on(page))
    own = [table.evaluate(ROWS) for table in page.locator("details table").all()]
    assert case.agrees(rows, own), (rows, own)
    assert not re.search(r"\bnan\b|\binf|None|undefined", str((rows, own)), re.IGNORECASE)


@every_widget
def test_on_a_phone_nothing_moves_and_what_is_dropped_holds_on_to_nothing(static_page, name):
    case = CASES[name]
    both = [case.make(), case.make(**case.moved)]
    page = static_page(*[widget.static_html() for widget in both], BELOW, width=360)
    for widget, node in zip(both, widgets_on(page).all(), strict=True):
        wait_for_status(node, case.settled(widget))
    assert moved_by_itself(page) <= 0.02
    assert_low(case, page)
    assert_dropped_it_listens_to_nothing(page)


@every_widget
def test_making_one_draws_no_random_numbers(name):
    CASES[name].make()  # the first may train what it shows
    before = torch.get_rng_state()
    CASES[name].make()
    assert torch.equal(torch.get_rng_state(), before)


LIGHT = {"HeadSlices": 15_000, "SymmetryLab": 30_000, "TurnedHead": 15_000, "TwoHeads": 17_000}


@pytest.mark.parametrize(("name", "most"), LIGHT.items())
def test_it_is_light(name, most):
    assert_light(bytes_sent(CASES[name].make().static_html()), most)


# ---- For everyone --------------------------------------------------------------------------


def open_busy(static_page, case: Case, **options):
    """Open a page on which every control is to be seen, each table and a complaint."""
    widgets = [case.make(**state) for state in case.busy]
    page = static_page(*[widget.static_html() for widget in widgets], **options)
    for widget, node in zip(widgets, widgets_on(page).all(), strict=True):
        wait_for_status(node, case.settled(widget))
    open_tables(widgets_on(page).last)
    if page.get_by_role("textbox").count():
        page.get_by_role("textbox").first.fill("no number")
    return page


# What holds data says so itself, or is below what does; a label may be a number.
NUMBERS = r"""() => [...document.querySelectorAll(".mh-widget :not(button, button *, svg *)")]
  .filter((node) => {
    const texts = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE);
    const isNumber = (text) => /^[-−+<\s]*\d[\d.,e\s%−-]*$/.test(text.data);
    return node.translate && texts.length && texts.every(isNumber);
  })
  .map((node) => node.outerHTML)"""


@every_widget
def test_anyone_can_use_it_and_a_browser_that_translates_leaves_its_data_alone(static_page, name):
    page = open_busy(static_page, CASES[name])
    assert_untranslated(page)
    for theme, width in RULES:
        page.set_viewport_size({"width": width, "height": 900})
        turn(page, theme)
        page.evaluate(DRAWN)
        assert (page.locator(".mh-dark").count() > 0) == (theme == "dark")
        assert_anyone_can_use(page, theme, width)
    assert_forced_colours_hide_nothing(page, CASES[name])


def turn(page, theme: str) -> None:
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)


def assert_untranslated(page) -> None:
    assert page.evaluate(NUMBERS) == []
    data = page.locator(".mh-widget :is(bdi, select, tbody, .mh-shaded)")
    assert data.evaluate_all("nodes => nodes.filter((node) => node.translate).length") == 0
    assert data.count()
    assert page.locator(".mh-status").first.evaluate("node => node.translate")


def assert_forced_colours_hide_nothing(page, case: Case) -> None:
    """No text, no bar and no choice."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(forced_colors="active")
    if case.bars:
        assert_bars_show(page)
    for theme in ("light", "dark"):  # the page's, which the system overrules
        turn(page, theme)
        assert_readable_in_forced_colours(page)
        page.emulate_media(color_scheme="dark")
        expect(page.locator(".mh-widget:not(.mh-dark)")).to_have_count(0)
    page.emulate_media(color_scheme="light")
    assert_choices_show(page, case.chooses)


def assert_bars_show(page) -> None:
    filled = []
    for bar in page.locator(".mh-track:visible").all()[:12]:
        picture = Image.open(io.BytesIO(bar.screenshot())).convert("RGB")
        inside = picture.crop((3, 3, picture.width - 3, picture.height - 3))
        ground, *rest = sorted((count for count, _ in inside.getcolors(10**5)), reverse=True)
        filled.append(max(rest, default=0) > 0.1 * ground)
    assert sum(filled) >= 3, filled


def assert_choices_show(page, chooses: bool) -> None:
    """What is pressed or current looks other than what is not."""
    # A copy, which no widget sets right again.
    page.locator("main").evaluate("main => main.replaceWith(main.cloneNode(true))")
    pictures = []
    for pressed, current in (("false", "false"), ("true", "step")):
        page.evaluate(
            """([pressed, current]) => {
              for (const node of document.querySelectorAll("[aria-pressed]"))
                node.setAttribute("aria-pressed", pressed);
              for (const node of document.querySelectorAll(".mh-stop"))
                node.setAttribute("aria-current", current);
            }""",
            [pressed, current],
        )
        pictures.append(Image.open(io.BytesIO(page.screenshot(full_page=True))))
    choices = page.locator(":is([aria-pressed], [aria-current]):visible").evaluate_all(
        """nodes => nodes.map((node) => {
          const { left, top, right, bottom } = node.getBoundingClientRect();
          const box = [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY];
          return [node.innerText, box.map(Math.round)];
        })"""
    )
    difference = ImageChops.difference(*pictures)
    assert bool(choices) == chooses
    assert [words for words, box in choices if not difference.crop(box).getbbox()] == []


# ---- Texts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.hostile])
def test_hostile_text_is_only_text(static_page, name):
    html = CASES[name].hostile(HOSTILE).static_html()
    scripts = html.count("<script")
    for script in (True, False):
        page = static_page(html, width=360, java_script_enabled=script)
        open_tables(page)
        words = page.locator("main").inner_text()
        assert "</script><img src=x onerror=" in words
        if script and name != "TextLab":  # which takes no other names
            assert {"∅", "a\ufffdb"} <= {*re.findall(r"∅|a\ufffdb", words)}
        assert page.locator("img").count() == 0
        assert page.locator("script").count() == scripts
        assert page.title() == "A page"
        assert page.evaluate("document.documentElement.scrollWidth") == 360


# ---- Live in JupyterLab --------------------------------------------------------------------

SHOW = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from small_widgets import show_live
show_live()
"""


@pytest.fixture(scope="module")
def lab(run_in_lab):
    """All widgets below one cell of a notebook."""
    page, _ = run_in_lab([SHOW])
    page.locator(".jp-OutputArea-output .mh-widget").nth(len(CASES)).wait_for()
    return page


@every_widget
def test_live_in_jupyterlab_both_ways(lab, name):
    """Keys reach the widget, not the notebook, and its changes Python; Python's reach the page."""
    case, place = CASES[name], [*CASES].index(name)
    widget = lab.locator(".jp-OutputArea-output", has=lab.locator(".mh-widget")).nth(place)
    wait_for_status(widget, case.settled(case.make()))
    before = snapshot(widget)
    move(widget, case)
    expect(lab.locator(".widget-label").nth(place)).to_have_text(case.moved_state())
    assert snapshot(widget)[1:] != before[1:]
    lab.get_by_role("button", name=f"Reset {name}", exact=True).click()
    wait_for_view(widget, before)


def test_widgets_linked_in_jupyterlab_follow_each_other(lab):
    lab.locator(".mh-toggle").get_by_role("button", name="Head 0", exact=True).press("Space")
    expect(lab.locator(".widget-label").last).to_have_text("[1, 2]")


def test_in_jupyterlab_python_brings_a_stored_seed(lab):
    widget = lab.locator(".mh-textlab").last
    wait_for_status(widget, "matters most")
    loss = TextLab("import os", seeds=[0]).loss()
    expect(widget.locator(".mh-loss")).to_contain_text(f"is {loss:.2f} nats")


def test_in_jupyterlab_python_reads_a_new_sentence(lab):
    widget = lab.locator(".mh-two-sentences").last
    expect(widget.get_by_role("button", name="Run MiniLM here")).to_be_hidden()
    widget.get_by_role("textbox", name="Second sentence").fill("A sentence that is new")
    wait_for_status(widget, "A different second sentence")
    expect(widget.locator(".mh-queries").last).to_contain_text("sentence")
    lab.get_by_role("button", name="Reset TwoSentences", exact=True).click()
    expect(widget.locator(".mh-queries").last).not_to_contain_text("sentence")
