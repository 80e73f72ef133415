"""Every widget alone on a page of its own, and that page in a frame of another site."""

import json
import re
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from accessibility import RULES
from book_site.pages import embed_pages, model_files, style
from book_site.pages.content_policy import with_policy
from browser import GROUNDS
from browser_engines import READY, WebKit, Window
from bs4 import BeautifulSoup
from multihead.widgets import TextLab
from page_server import serving
from playwright.sync_api import expect
from small_widgets import CASES, Case
from visits import DRAWN
from widget_steps import assert_anyone_can_use

NARROW = 320
TITLE = 'Dice & "coins" — A book'
SANDBOX = {"Content-Security-Policy": "sandbox allow-scripts"}  # an origin of its own, no storage


def page_of(widget: str) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(TITLE)}</title>\n'
        '<link rel="stylesheet" href="../_static/faces.css">\n'
        f"<style>{GROUNDS} .mh-widget.mh-widget {{ font-family: var(--sans) }}</style></head>\n"
        "<body><main>"
        f'<h1>Dice<a class="headerlink" hidden></a></h1>{widget}</main></body></html>'
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A site with a page for each widget, its page alone, and weights for the one named Stored."""
    out = tmp_path_factory.mktemp("site")
    app = SimpleNamespace(outdir=out)
    style.write_style_sheets(app)
    for room in ("book", "plain"):
        (out / room).mkdir()
    widgets = {name: case.make() for name, case in CASES.items()} | {"Stored": TextLab(seeds=[0])}
    for name, widget in widgets.items():
        html, page = page_of(widget.static_html()), f"book/{name}.html"
        (out / "plain" / f"{name}.html").write_text(html, "utf-8")
        html = with_policy(page, embed_pages.add_addresses(page, html))
        (out / page).write_text(html, "utf-8")
        embed_pages.write_pages(app, page, html)
    model_files.write_model_files(app, {0})
    return out


@pytest.fixture(scope="module")
def site(folder):
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="module")
def sandboxed(folder):
    with serving(folder, **SANDBOX) as address:
        yield address


def address_of(name: str) -> str:
    return f"widgets/{name}/{name}1.html"


# ---- In any browser ---------------------------------------------------------------------------

# The controls of a name, which is the label or the text.
CALLED = """(name) => [...document.querySelectorAll("button, input, textarea, [role=application]")]
  .filter((node) => node.checkVisibility())
  .filter((node) => (node.getAttribute("aria-label") ?? node.textContent).trim() === name)"""

# Where a control's middle is.
FIND = f"""(name) => {{
  const [control] = ({CALLED})(name);
  control.scrollIntoView({{ block: "center", behavior: "instant" }});
  if (!control.matches("button")) control.focus();
  if (["text", "textarea"].includes(control.type)) control.select();
  const {{ x, y, width, height }} = control.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}}"""

# What a reader is told, in words and numbers, and whether something is drawn.
TOLD = """() => {
  const seen = (selector, tell) => [...document.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility()).map(tell);
  const drawn = (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((byte) => byte > 0);
  };
  return {
    texts: seen("[role=status], th, td, .mh-value", (node) => node.textContent),
    buttons: seen("button", (button) => [button.textContent, button.ariaPressed]),
    inputs: seen("input, select, textarea", (input) => [input.value, input.ariaValueText]),
    names: seen("[aria-label]", (node) => node.ariaLabel),
    drawn: seen("canvas", drawn),
  };
}"""


# Every table that is open has been built.
BUILT = """() => [...document.querySelectorAll("details.mh-table[open]")]
  .every((node) => node.querySelector("td"))"""

# What is to say of the last move is said; of two moves a status would say something else.
SAID = "() => !document.querySelector('[aria-busy=true]')"


def use(window: Window, url: str, case: Case) -> dict:
    """Make a case's moves, with the mouse where that can do it, and return what is told then."""
    window.resize(1280)
    window.go(url)
    window.wait_for(READY)
    wait_for_status(window, case.settled(case.make()))
    for role, name, key in case.moves:
        window.wait_for(f"(name) => ({CALLED})(name).length === 1", name)
        place = window.ask(FIND, name)
        if role == "button":
            window.click(*place)
        else:
            for one in key if role == "textbox" else [key]:
                window.press(one)
        window.wait_for(SAID)
    window.wait_for("(link) => location.hash.endsWith(`1:${link}`)", case.link)
    wait_for_status(window, case.settled(case.make(**case.moved)))
    window.ask("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    window.wait_for(BUILT)
    assert window.ask("() => wentWrong") == []
    return window.ask(TOLD)


def wait_for_status(window: Window, text: str) -> None:
    said = "(text) => document.querySelector('[role=status]').textContent.search(text) >= 0"
    window.wait_for(said, text)


# ---- Alone -----------------------------------------------------------------------------------

GROUND_OF_THEME = {"light": "rgb(252, 251, 248)", "dark": "rgb(21, 24, 27)"}  # --paper
STORES = "() => { try { return Boolean(localStorage); } catch { return false; } }"
WIDTHS = "() => [innerWidth, document.documentElement.scrollWidth]"


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_alone_without_origin_or_storage_it_says_in_any_browser_what_it_says_on_its_page(
    any_window, chromium, site, sandboxed, name
):
    expected = use(chromium, f"{site}/plain/{name}.html", CASES[name])
    assert any(re.search(r"\d", text) for text in expected["texts"])
    assert all(expected["drawn"])
    assert use(any_window, f"{sandboxed}/{address_of(name)}", CASES[name]) == expected
    assert not any_window.ask(STORES)
    any_window.resize(NARROW)
    any_window.wait_for("() => innerWidth <= 360")  # no window of WebKit is narrower
    inner, whole = any_window.ask(WIDTHS)
    assert whole == inner


def test_alone_anyone_can_use_it_from_a_file_in_the_light_and_in_the_dark(browser, folder):
    page = browser.new_page(offline=True)
    page.goto((folder / address_of("HeadToggle")).as_uri())
    page.locator("[data-ready]").wait_for()
    for theme, width in [*RULES, ("light", NARROW)]:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(DRAWN)
        assert page.locator(".mh-dark").count() == (theme == "dark")
        if (theme, width) in RULES:
            assert_anyone_can_use(page, theme, width)
        assert page.evaluate(WIDTHS) == [width, width]
    for other in ("light", "dark", "blue"):  # what its address says goes before the system
        page.goto(f"{(folder / address_of('HeadToggle')).as_uri()}?theme={other}")
        page.locator("[data-ready]").wait_for()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.evaluate(DRAWN)
            shown = theme if other == "blue" else other
            assert page.locator(".mh-dark").count() == (shown == "dark"), (other, theme)
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert ground == GROUND_OF_THEME[shown], (other, theme)
    page.close()


def test_alone_without_an_origin_a_model_still_comes(any_window, sandboxed, folder):
    """But in WebKit, where a page without an origin has no site that it may load from."""
    comes = not isinstance(any_window, WebKit)
    any_window.resize(1280)
    any_window.go(f"{sandboxed}/widgets/Stored/TextLab1.html")
    any_window.wait_for(READY)
    (button,) = any_window.ask(
        "() => [...document.querySelectorAll('.mh-train')].map((b) => b.textContent)"
    )
    any_window.click(*any_window.ask(FIND, button))
    said = "matters most" if comes else "could not be loaded"
    any_window.wait_for(
        "(said) => document.querySelector('[role=status]').textContent.includes(said)", said
    )
    assert (any_window.ask("() => wentWrong") == []) == comes


# ---- The lines for another page --------------------------------------------------------------


def open_embed(browser, url: str, **options):
    """Open a page in Chromium and, by keyboard, what gives the lines."""
    page = browser.new_page(**options)
    page.goto(url)
    page.locator("[data-ready]").wait_for()
    page.get_by_role("button", name="Copy link").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    return page


def test_the_lines_frame_the_page_of_the_widget_in_its_state(browser, folder, site):
    case = CASES["MoneyBank"]
    page = open_embed(browser, f"{site}/book/MoneyBank.html#~MoneyBank1:{case.link}")
    expect(page.get_by_role("button", name="Embed", expanded=True)).to_be_focused()
    field = page.get_by_role("textbox", name="Lines for another page")
    script, frame = field.input_value().split("\n")
    assert script.startswith("<script>")
    frame = BeautifulSoup(frame, "html.parser").iframe
    address, state = frame["src"].split("#")
    assert address == f"{site}/{address_of('MoneyBank')}"
    assert state == f"~MoneyBank1:{case.link}"
    assert frame["title"] == TITLE
    assert (frame["width"], frame["style"], frame["loading"]) == ("100%", "border:0", "lazy")
    page.get_by_role("button", name="Next →").press("Enter")
    field.focus()
    assert "step=5" in field.input_value()
    page.get_by_role("button", name="Embed").press("Space")
    expect(field).to_be_hidden()
    page.close()


def test_the_lines_can_be_copied_and_where_there_is_no_clipboard_by_hand(browser, site):
    allowed = {"permissions": ["clipboard-read", "clipboard-write"]}
    page = open_embed(browser, f"{site}/book/TurnedHead.html", **allowed)
    field = page.get_by_role("textbox", name="Lines for another page")
    page.get_by_role("button", name="Copy these lines").press("Enter")
    page.get_by_text("Copied.", exact=True).wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == field.input_value()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()) }")
    page.get_by_role("button", name="Copy these lines").press("Enter")
    page.get_by_text("Copy it from here:").wait_for()
    expect(field).to_be_focused()
    assert page.evaluate("() => getSelection().toString()") == field.input_value()
    page.close()


def test_only_a_page_whose_widgets_have_their_own_offers_the_lines(browser, site):
    page = browser.new_page()
    for address, offered in ((f"{site}/book/TwoHeads.html", 1), (f"{site}/plain/TwoHeads.html", 0)):
        page.goto(address)
        page.locator("[data-ready]").wait_for()
        assert page.get_by_role("button", name="Embed").count() == offered
    page.close()


def test_anyone_can_use_what_gives_the_lines(browser, site):
    page = open_embed(browser, f"{site}/book/TurnedHead.html")
    for theme, width in RULES:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate(DRAWN)
        assert_anyone_can_use(page, theme, width)
    page.set_viewport_size({"width": NARROW, "height": 900})
    assert page.evaluate(WIDTHS) == [NARROW, NARROW]
    page.close()


# ---- In a frame of another site ---------------------------------------------------------------


COURSE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<style>body { margin: 0 }</style>
<script>window.told = []; addEventListener("message", ({ data }) => told.push(data));</script>
"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """Write a page of another origin, which keeps every message it gets; return its address."""
    other = tmp_path_factory.mktemp("elsewhere")
    with serving(other) as address:

        def write(*lines: str) -> str:
            (other / "page.html").write_text(COURSE + "\n".join(lines), "utf-8")
            return f"{address}/page.html"

        yield write


LINES = "() => document.querySelector('.mh-embed textarea').value"
# The frame is as high as it last said, and now shows nothing cut.
FITS = """() => document.querySelector("iframe").offsetHeight === told.at(-1)?.height"""
ENOUGH = "(given) => told.at(-1)?.height <= given && told.at(-1).height > given - 80"
FRAMED = ["HeadToggle", "MoneyBank", "TextLab"]


def lines_of(window, site: str, name: str, **state: Any) -> list[str]:
    """Open the page of a widget, in a state, and return the lines that it gives there."""
    case = CASES[name]
    window.resize(700)
    window.go(f"{site}/book/{name}.html" + (f"#~{name}1:{case.link}" if state else ""))
    window.wait_for(READY)
    wait_for_status(window, case.settled(case.make(**state)))
    window.click(*window.ask(FIND, "Embed"))
    return window.ask(LINES).split("\n")


@pytest.mark.parametrize("name", FRAMED)
def test_a_frame_follows_the_height_and_leaves_the_page_where_it_is(
    any_window, site, elsewhere, name
):
    lines = lines_of(any_window, site, name, **CASES[name].moved)
    above = '<div style="height: 600px"></div>'
    other = '<iframe height="77"></iframe><div style="height: 900px"></div>'
    any_window.go(elsewhere(above, *lines, other))
    any_window.wait_for(FITS)
    wide = any_window.ask("() => told.at(-1).height")
    assert any_window.ask("() => scrollY") == 0
    any_window.resize(NARROW)
    any_window.wait_for(f"(wide) => ({FITS})() && told.at(-1).height !== wide", wide)
    assert any_window.ask("() => document.querySelectorAll('iframe')[1].height") == "77"
    assert any_window.ask("() => wentWrong") == []


def test_slides_in_a_file_frame_a_page_in_a_file(any_window, folder, tmp_path):
    lines = lines_of(any_window, folder.as_uri(), "TurnedHead")
    slides = tmp_path / "slides.html"
    slides.write_text(COURSE + "\n".join(lines), "utf-8")
    any_window.go(slides.as_uri())
    any_window.wait_for(FITS)


@pytest.mark.parametrize("name", FRAMED)
def test_where_scripts_are_stripped_the_height_is_enough(chromium, site, elsewhere, name):
    _, frame = lines_of(chromium, site, name)
    chromium.go(elsewhere(frame))
    chromium.wait_for(ENOUGH, int(BeautifulSoup(frame, "html.parser").iframe["height"]))


# What a page around the frame reads of it, after it has asked for more and typed into its address.
ASK = """async (hash) => {
  const frame = document.querySelector("iframe");
  const asked = ["height", { type: "many-heads-height", height: 7 }, { type: "state" }, null];
  for (const message of asked) frame.contentWindow.postMessage(message, "*");
  frame.src = frame.src.split("#")[0] + hash;
  await new Promise((later) => setTimeout(later, 1000));
  const read = {
    document: () => frame.contentDocument ?? frame.contentWindow.document,
    address: () => frame.contentWindow.location.href,
    name: () => frame.contentWindow.name,
    text: () => frame.contentWindow.document.body.innerText,
  };
  return Object.keys(read).filter((what) => {
    try {
      return read[what]() !== null;
    } catch {
      return false;
    }
  });
}"""


@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts"'])
def test_a_hostile_page_around_it_learns_the_height_and_nothing_else(
    any_window, site, elsewhere, sandbox
):
    any_window.resize(700)
    src = f"{site}/{address_of('TextLab')}"
    any_window.go(elsewhere(f'<iframe width="100%" height="900" {sandbox} src="{src}"></iframe>'))
    any_window.wait_for("() => told.length > 0")
    before = any_window.ask("() => told.length")
    assert any_window.ask(ASK, "#~TextLab1:text=secret!0Aof!0Athe!0Areader!0Aof!0Athis") == []
    any_window.wait_for("(before) => told.length > before", before)
    told = any_window.ask("() => told")
    assert all(set(message) == {"type", "height"} for message in told)
    assert {message["type"] for message in told} == {"many-heads-height"}
    assert all(type(message["height"]) is int for message in told)
    assert "secret" not in json.dumps(told)
