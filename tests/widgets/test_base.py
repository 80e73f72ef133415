"""The two forms of a widget, what they share, and the state in a page's address."""

import importlib
import json
import random
import re
import textwrap
from pathlib import Path

import pytest
import traitlets
from hypothesis import given, settings
from hypothesis import strategies as st
from multihead.widgets import base
from multihead.widgets.base import Fallback, Widget
from widget_steps import assert_anyone_can_use

FOLDER = Path(base.__file__).parent
MODULES = sorted(p.stem for p in FOLDER.glob("*.css") if p.stem != "shared")
WIDGETS = {
    name: kind
    for name in MODULES
    for kind in vars(importlib.import_module(f"multihead.widgets.{name}")).values()
    if getattr(kind, "module", None) == name
}
HOSTILE = "</script><img src=x onerror=\"document.title='owned'\">'\u2028\u202e&amp;"
SPECS = {
    "heads": {"kind": "set", "min": 0, "max": 6},
    "seed": {"kind": "int", "min": 0, "max": 4},
    "other": {"kind": "int", "min": 0, "max": 4, "optional": True},
    "view": {"kind": "choice", "of": ["heatmap", "lines"]},
    "eps": {"kind": "number", "min": 0, "max": 1},
    "x": {"kind": "matrix", "rows": 2, "columns": 3},
}
INITIAL = {
    "heads": [0, 1],
    "seed": 0,
    "other": None,
    "view": "lines",
    "eps": 0.5,
    "x": [[0, 0, 0], [0, 0, 0]],
}


# ---- One module out of several files ---------------------------------------------------------


@pytest.mark.parametrize("module", MODULES)
def test_files_join_to_one_module_without_imports_or_clashes(module, node, tmp_path):
    for extra in ([], ["static.js"]):
        text = base.joined("shared.js", *WIDGETS[module].parts, f"{module}.js", *extra)
        assert not re.search(r"^\s*import\b|\bimport\(|https?://", text, flags=re.MULTILINE)
        (tmp_path / "joined.mjs").write_text(text, encoding="utf-8")
        # Node refuses a module in which a name is declared twice.
        names = node(tmp_path / "joined.mjs", "[typeof m.default.render, 'mountStatic' in m]")
        assert names == ["function", bool(extra)]


@pytest.mark.parametrize("module", MODULES)
def test_files_are_modules_of_their_own(module, node):
    assert node(FOLDER / f"{module}.js", "typeof m.default.render") == "function"


def test_style_cannot_end_its_element():
    for css in FOLDER.glob("*.css"):
        assert "</" not in css.read_text(encoding="utf-8")


# ---- Numbers and tokens ------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(st.lists(st.floats(-999_999, 999_999) | st.integers(-4000, 4000).map(lambda i: i / 64)))
def test_numbers_read_as_python_writes_them(node, numbers):
    ours = node(FOLDER / "shared.js", "d.map((x) => [m.fmt(x, 2), m.fmt(x), m.fmt(x, 0)])", numbers)
    theirs = [[format(x, ".2f"), format(x, ".3f"), format(x, ".0f")] for x in numbers]
    no_minus_zero = [[re.sub(r"^-(?=[0.]*$)", "", text) for text in row] for row in theirs]
    assert ours == no_minus_zero


def test_huge_and_signed_numbers(node):
    shown = node(
        FOLDER / "shared.js",
        "[m.fmt(1e30), m.fmt(-2e7), m.fmt(.25, 2, true), m.fmt(0, 1, true), m.fmt(-Infinity)]",
    )
    assert shown == ["1.00e+30", "-2.00e+7", "+0.25", "0.0", "-∞"]


def test_every_token_is_visible(node):
    cases = {
        "cat": "cat",
        "": "∅",
        "  ": "␣␣",
        "a\nb\tc": "a⏎b⇥c",
        "a\u2028b\u202ec\x00": "a\ufffdb\ufffdc\ufffd",
        "👩‍👩‍👧‍👦": "👩‍👩‍👧‍👦",
        "שלום": "שלום",
        "<b>": "<b>",
        "x" * 50: "x" * 11 + "…",
    }
    shown = node(FOLDER / "shared.js", "d.map((t) => m.visible(t, 12))", list(cases))
    assert shown == list(cases.values())


# ---- The address -------------------------------------------------------------------------------

states = st.fixed_dictionaries(
    {
        "heads": st.sets(st.integers(0, 6)).map(sorted),
        "seed": st.integers(0, 4),
        "other": st.none() | st.integers(0, 4),
        "view": st.sampled_from(["heatmap", "lines"]),
        "eps": st.floats(0, 1),
        "x": st.lists(
            st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3),
            min_size=2,
            max_size=2,
        ),
    }
)


@settings(max_examples=25, deadline=None)
@given(st.lists(states, min_size=3, max_size=3))
def test_states_of_three_widgets_survive_one_address(node, three):
    back = node(
        FOLDER / "static.js",
        """(() => {
          let hash = "#anchor";
          d.three.forEach((state, i) => {
            hash = m.replacePart(hash, `W${i}`, m.writeState(d.specs, state, d.initial));
          });
          const parts = m.parseHash(hash);
          const read = (i) => m.readState(d.specs, parts?.get(`W${i}`));
          return d.three.map((_, i) => ({ ...d.initial, ...read(i) }));
        })()""",
        {"three": three, "specs": SPECS, "initial": INITIAL},
    )
    for state in back:  # JavaScript writes 5e16 without a point, which Python reads as an int
        state["x"] = [[float(number) for number in row] for row in state["x"]]
    assert back == three


def test_an_address_is_short_and_readable(node):
    state = {**INITIAL, "heads": [0, 2], "other": 3, "x": [[1, -0.5, 0], [0, 0, 2]]}
    hash_ = node(
        FOLDER / "static.js",
        'm.replacePart("", "W1", m.writeState(d[0], d[1], d[2]))',
        [SPECS, state, INITIAL],
    )
    assert hash_ == "#~W1:heads=0,2&other=3&x=1,-0.5,0;0,0,2"


NONSENSE = [
    "heads=7",
    "heads=1,1",
    "heads=-1",
    "heads=0.5",
    "heads=a",
    "heads=none",
    "seed=5",
    "seed=",
    "seed=1e0",
    "seed=0x1",
    "seed=999999999999",
    "seed=none",
    "view=pie",
    "view=",
    "eps=2",
    "eps=NaN",
    "eps=Infinity",
    "x=1,2,3",
    "x=1,2,3;4,5",
    "x=1,2,3;4,5,",
    "__proto__=1",
    "constructor=1",
    "toString=1",
    "=",
    "&&&",
    "seed",
    "<img src=x>",
]


def test_a_field_that_makes_no_sense_is_left_out(node):
    read = "d[1].map((part) => m.readState(d[0], `${part}&eps=0.25`))"
    states = node(FOLDER / "static.js", read, [SPECS, NONSENSE])
    assert dict(zip(NONSENSE, states, strict=True)) == {part: {"eps": 0.25} for part in NONSENSE}


def test_an_ordinary_anchor_is_not_ours(node):
    anchors = ["", "#", "#anchor", "#%", "#%E0%A4%A", "#x~W1:seed=1", "~W1:seed=1"]
    assert node(FOLDER / "static.js", "d.map(m.parseHash)", anchors) == [None] * len(anchors)


def test_an_address_that_was_escaped_on_its_way_is_read(node):
    read = "[...m.parseHash(d)]"
    expected = [["W1", "heads=0,2"], ["W2", "seed=1"]]
    assert node(FOLDER / "static.js", read, "#%7EW1%3Aheads=0%2C2~W2:seed=1") == expected


# ---- The static form ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dice(tmp_path_factory):
    """The example of the docstring, made as it says, in a folder of its own."""
    python, script = re.findall(r"::\n\n((?:    .*\n|\n)+)", base.__doc__)
    folder = tmp_path_factory.mktemp("widgets")
    for name in ("shared.js", "shared.css", "static.js"):
        (folder / name).write_text((FOLDER / name).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "dice.js").write_text(textwrap.dedent(script), encoding="utf-8")
    (folder / "dice.css").write_text("")
    scope = {"Widget": Widget, "Fallback": Fallback, "traitlets": traitlets}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "FOLDER", folder)
        exec(textwrap.dedent(python), scope)
        yield scope["Dice"]


def test_a_widget_takes_forty_lines():
    python, script = re.findall(r"::\n\n((?:    .*\n|\n)+)", base.__doc__)
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


def test_bytes_arrive_as_they_left(dice, static_page):
    data = bytes(range(256)) * 3 + b"\x00"
    widget = dice()
    widget.add_traits(raw=traitlets.Bytes(data).tag(sync=True))
    page = static_page(widget.static_html())
    read = """async () => {
      const data = document.querySelector('script[type="application/json"]');
      const bundle = JSON.parse(data.textContent);
      const blob = new Blob([bundle.esm], { type: "text/javascript" });
      const module = await import(URL.createObjectURL(blob));
      return [...new Uint8Array((await module.inflate(bundle.buffers.raw)).buffer)];
    }"""
    assert bytes(page.evaluate(read)) == data


def test_huffman_alone_is_taken_where_it_is_shorter():
    matches, noise = b"abcdefgh" * 500, bytes(random.Random(0).choices(range(7), k=4000))
    for data in (matches, noise, b""):
        assert len(base.deflate(data)) <= len(base.zlib.compress(data, 9))
        assert base.zlib.decompress(base.deflate(data)) == data
    assert len(base.deflate(noise)) < len(base.zlib.compress(noise, 9))


def test_three_on_a_page_do_not_know_each_other(dice, static_page):
    page = static_page(
        *[dice(sides=10**9).static_html()] * 3, hash="#~Dice2:face=5&face=x~Dice9:face=2"
    )
    lines = page.get_by_role("status")
    assert lines.all_inner_texts() == [f"The die shows {n}." for n in (1, 5, 1)]
    page.get_by_role("button").nth(2).press("Enter")
    third = lines.nth(2).inner_text()
    assert third != "The die shows 1."
    assert lines.all_inner_texts()[:2] == ["The die shows 1.", "The die shows 5."]
    page.wait_for_url(f"**#~Dice2:face=5&face=x~Dice9:face=2~Dice3:face={third[14:-1]}")
    page.reload()
    page.wait_for_function("document.querySelectorAll('[data-ready]').length === 3")
    assert lines.all_inner_texts() == ["The die shows 1.", "The die shows 5.", third]


def test_an_anchor_leaves_the_widget_alone_and_a_new_address_moves_it(dice, static_page):
    page = static_page(dice().static_html(), hash="#~Dice1:face=4")
    line = page.get_by_role("status")
    page.evaluate("location.hash = 'a-heading'")
    page.wait_for_timeout(50)
    assert line.inner_text() == "The die shows 4."
    page.evaluate("location.hash = '~Dice1:face=6'")
    page.wait_for_function("document.querySelector('[role=status]').textContent.includes('6')")
    page.evaluate("location.hash = '~Other1:face=2'")
    page.wait_for_function("document.querySelector('[role=status]').textContent.includes('1')")


def test_without_script_the_table_is_there(dice, static_page):
    page = static_page(dice(face=3).static_html(), java_script_enabled=False)
    assert "needs JavaScript" in page.locator("noscript").inner_text()
    page.get_by_text("As a table").click()
    assert page.get_by_role("table", name="The die").inner_text().split() == [
        *("The", "die", "side", "shown", "3", "yes")
    ]
    assert page.locator("[role=status]").count() == 0


def test_with_script_the_widget_brings_its_own_table(dice, static_page):
    page = static_page(dice(face=3).static_html())
    page.get_by_text("As a table").press("Enter")
    assert page.get_by_role("table", name="The die").locator("tbody").inner_text().split() == [
        "3",
        "yes",
    ]
    page.get_by_role("button").click()
    face = page.get_by_role("status").inner_text()[14:-1]
    assert page.get_by_role("table").locator("tbody").inner_text().split() == [face, "yes"]


def test_a_widget_that_cannot_start_keeps_its_table(dice, browser, tmp_path):
    html = dice().static_html().replace("function render({", "function render({ oops: { x },")
    (tmp_path / "page.html").write_text(html)
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.get_by_text("This widget could not start; its table is below.").wait_for()
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
          location.hash = "~Dice1:face=2";
        }"""
    )
    page.wait_for_function("window.removed.length === 1")
    page.evaluate("location.hash = '~Dice1:face=3'")
    page.wait_for_timeout(50)
    assert page.evaluate("window.removed") == ["hashchange"]


def test_follow_reports_what_changed_together_once_and_can_be_undone(node):
    seen = node(
        FOLDER / "static.js",
        """(async () => {
          const { follow } = await import(process.argv[1].replace("static.js", "shared.js"));
          const model = m.staticModel({ a: 1, b: 2, c: [3] }), seen = [];
          const undo = follow(model, ["a", "b", "c"], (names) => seen.push([...names]));
          model.set("a", 5); model.set("b", 6); model.set("c", [3]);
          await null; await null;
          model.set("a", 5); model.set("c", [4]);
          await null; await null;
          undo();
          model.set("a", 7);
          await null; await null;
          return seen;
        })()""",
    )
    assert seen == [["a", "b"], ["c"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_fallback_and_the_widget_are_accessible(dice, static_page, theme):
    html = dice().static_html()
    for piece in (html, html[: html.index("<script")] + "</div>"):
        page = static_page(piece, theme=theme, width=360)
        page.get_by_text("As a table").click()
        assert_anyone_can_use(page, 360)
