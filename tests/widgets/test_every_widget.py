"""What every widget promises, checked on a small case of each; see `small_widgets.py`."""

import io
import re
from pathlib import Path

import multihead.widgets
import pytest
from accessibility import RULES
from forced_colours import assert_readable_in_forced_colours
from PIL import Image, ImageChops
from playwright.sync_api import expect
from small_widgets import CASES, Case
from visits import DRAWN
from widget_steps import (
    HOSTILE,
    assert_anyone_can_use,
    assert_dropped_it_listens_to_nothing,
    view,
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


@every_widget
def test_a_link_reproduces_the_view(static_page, name):
    case = CASES[name]
    initial, made = case.make(), case.make(**case.moved)
    page = static_page(initial.static_html())
    wait_for_status(widgets_on(page), case.settled(initial))
    before = view(widgets_on(page))
    move(widgets_on(page), case)
    link = f"#~{name}1:{case.link}"
    page.wait_for_url(f"**{link}")

    linked = static_page(initial.static_html(), hash=link)
    wait_for_status(widgets_on(linked), case.settled(made))
    there = view(widgets_on(linked))
    assert there[1:] != before[1:]
    wait_for_view(widgets_on(page), there)

    from_python = static_page(made.static_html())
    wait_for_status(widgets_on(from_python), case.settled(made))
    assert view(widgets_on(from_python)) == there


@every_widget
def test_two_on_a_page_do_not_know_each_other(static_page, name):
    case = CASES[name]
    initial, made = case.make(), case.make(**case.moved)
    page = static_page(*[initial.static_html()] * 2)
    first, second = widgets_on(page).first, widgets_on(page).last
    wait_for_status(first, case.settled(initial))
    before = view(first)
    move(second, case)
    page.wait_for_url(f"**#~{name}2:{case.link}")
    assert view(first) == before
    page.reload()
    wait_for_status(second, case.settled(made))
    wait_for_status(first, case.settled(initial))
    assert view(first) == before
    assert view(second)[1:] != before[1:]


NONSENSE = ["<img src=x>", "NaN", "1e999", "-1", "__proto__", "%", "0,0", "0.0:x"]


@every_widget
def test_an_address_that_makes_no_sense_changes_nothing(static_page, name):
    widget = CASES[name].make()
    given = widget.url_fields().items()
    fields = [field for field, spec in given if spec["kind"] != "text"]  # a free text may be any
    fields += ["__proto__", "constructor", "_pattern"]
    parts = ("&".join(f"{field}={value}" for field in fields) for value in NONSENSE)
    hash_ = "#" + "".join(f"~{name}{i}:{part}" for i, part in enumerate(parts, start=1))
    page = static_page(*[widget.static_html()] * (len(NONSENSE) + 1), hash=hash_)
    *wrong, untouched = widgets_on(page).all()
    for each in (*wrong, untouched):
        wait_for_status(each, CASES[name].settled(widget))
    assert [view(each) for each in wrong] == [view(untouched)] * len(NONSENSE)


@every_widget
def test_a_page_that_turns_dark_takes_the_widget_with_it(static_page, name):
    case = CASES[name]
    html, settled = case.make().static_html(), case.settled(case.make())
    page, dark = static_page(html), static_page(html, theme="dark")
    for each in (page, dark):
        wait_for_status(widgets_on(each), settled)
    assert "mh-dark" in view(widgets_on(dark))[1]
    assert "mh-dark" not in view(widgets_on(page))[1]
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    wait_for_view(widgets_on(page), view(widgets_on(dark)))


@every_widget
def test_a_dropped_widget_holds_on_to_nothing(static_page, name):
    assert_dropped_it_listens_to_nothing(static_page(CASES[name].make().static_html()))


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


def turn(page, theme: str) -> None:
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)


def assert_untranslated(page) -> None:
    assert page.evaluate(NUMBERS) == []
    data = page.locator(".mh-widget :is(bdi, select, tbody, .mh-shaded)")
    assert data.evaluate_all("nodes => nodes.filter((node) => node.translate).length") == 0
    assert data.count()
    assert page.locator(".mh-status").first.evaluate("node => node.translate")


BARS = ["HeadToggle", "SentenceLab", "SequenceLab", "TextLab", "TurnedHead"]


@every_widget
def test_forced_colours_hide_no_text_no_bar_and_no_choice(static_page, name):
    page = open_busy(static_page, CASES[name], forced_colors="active")
    if name in BARS:
        assert_bars_show(page)
    for theme in ("light", "dark"):  # the page's, which the system overrules
        turn(page, theme)
        assert_readable_in_forced_colours(page)
        page.emulate_media(color_scheme="dark")
        expect(page.locator(".mh-widget:not(.mh-dark)")).to_have_count(0)
    page.emulate_media(color_scheme="light")
    assert_choices_show(page, CASES[name].chooses)


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


SHIFTS = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const unasked = list.getEntries().filter((shift) => !shift.hadRecentInput);
    done(unasked.reduce((sum, shift) => sum + shift.value, 0));
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 300); // there was none
})"""


@every_widget
@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_moves_when_a_widget_comes(static_page, name, width):
    case = CASES[name]
    text = "<p>What follows the picture stays where it is.</p>" * 30
    page = static_page(case.make().static_html() + text, width=width)
    wait_for_status(widgets_on(page), case.settled(case.make()))
    assert page.evaluate(SHIFTS) <= 0.02


# ---- Texts and tables ----------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.hostile])
def test_hostile_text_is_only_text(static_page, name):
    html = CASES[name].hostile(HOSTILE).static_html()
    scripts = html.count("<script")
    for script in (True, False):
        page = static_page(html, width=360, java_script_enabled=script)
        open_tables(page)
        assert "</script><img src=x onerror=" in page.locator("main").inner_text()
        assert page.locator("img").count() == 0
        assert page.locator("script").count() == scripts
        assert page.title() == "A page"
        assert page.evaluate("document.documentElement.scrollWidth") == 360


ROWS = "table => [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText))"


@every_widget
def test_without_script_a_table_says_what_the_widget_shows_at_first(static_page, name):
    case = CASES[name]
    widget = case.make(**case.moved)
    bare = static_page(widget.static_html(), java_script_enabled=False)
    assert "needs JavaScript" in bare.locator("noscript").inner_text()
    bare.get_by_text("As a table").click()
    (rows,) = (table.evaluate(ROWS) for table in bare.get_by_role("table").all())

    page = static_page(widget.static_html())
    wait_for_status(widgets_on(page), case.settled(widget))
    open_tables(widgets_on(page))
    own = [table.evaluate(ROWS) for table in page.locator("details table").all()]
    assert case.agrees(rows, own), (rows, own)
    assert not re.search(r"\bnan\b|\binf|None|undefined", str((rows, own)), re.IGNORECASE)


# ---- Live in JupyterLab --------------------------------------------------------------------

MAKE = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from small_widgets import CASES
from IPython.display import display
from ipywidgets import jslink
widgets = {{name: case.make() for name, case in CASES.items()}}
other = CASES["HeadExplorer"].make()
link = jslink((widgets["HeadToggle"], "heads"), (other, "heads"))
display(*widgets.values())
"""
READ = """
for name, case in CASES.items():
    print(name, case.state(widgets[name]))
print("linked", other.heads)
"""
RESET = """
case, widget = CASES[{name!r}], widgets[{name!r}]
print("before:", case.state(widget))
for trait in reversed(case.moved):
    setattr(widget, trait, getattr(case.make(), trait))
"""


@pytest.fixture(scope="module")
def lab(run_in_lab):
    """All widgets below one cell of a notebook, and what runs the cells after it."""
    page, run = run_in_lab([MAKE, READ, *(RESET.format(name=name) for name in CASES)])
    widgets = page.locator(".jp-OutputArea-output", has=page.locator(".mh-widget"))
    expect(widgets).to_have_count(len(CASES))
    return dict(zip(CASES, widgets.all(), strict=True)), run


@every_widget
def test_live_in_jupyterlab_both_ways(lab, name):
    """Keys reach the widget, not the notebook, and its changes Python; Python's reach the page."""
    (widgets, run), case = lab, CASES[name]
    wait_for_status(widgets[name], case.settled(case.make()))
    before = view(widgets[name])
    move(widgets[name], case)
    run(1, f"{name} {case.moved_state()}")
    assert view(widgets[name])[1:] != before[1:]
    run(2 + [*CASES].index(name), f"before: {case.moved_state()}")
    wait_for_view(widgets[name], before)


def test_widgets_linked_in_jupyterlab_follow_each_other(lab):
    widgets, run = lab
    widgets["HeadToggle"].get_by_role("button", name="Head 0", exact=True).press("Space")
    run(1, "linked [1, 2]")
