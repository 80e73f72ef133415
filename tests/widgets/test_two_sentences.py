"""TwoSentences: its state in Python, the model that a press brings, a reader's sentences.

Its arithmetic and words are tested in `two_sentences.test.js`, what all widgets share elsewhere.
"""

import contextlib
import hashlib
import math
import zlib

import numpy as np
import pytest
from accessibility import RULES
from book_site.pages import model_files
from book_site.pages.content_policy import with_policy
from multihead.minilm.word_pieces import vocabulary
from multihead.widgets import TwoSentences
from multihead.widgets.two_sentences import readings
from multihead.widgets.two_sentences.weights_file import (
    SITE_FILE,
    SITE_FILE_BYTES,
    site_file,
    to_bytes,
)
from page_server import serving
from page_weight import assert_light, bytes_sent
from playwright.sync_api import expect
from small_minilm import small_minilm, small_weights
from small_widgets import read_small, two_sentences
from traitlets import TraitError
from visits import DRAWN
from widget_steps import HOSTILE, assert_anyone_can_use, moved_by_itself, wait_for_status

READY = "attends from"

# ---- In Python -----------------------------------------------------------------------------


def test_it_shows_the_sentences_of_the_issue_as_minilm_reads_them():
    widget = TwoSentences()
    assert (widget.layer, widget.head, widget.query) == (3, 1, 9)
    assert [query for *_, query in widget._pairs] == [9, 6, 5]
    assert TwoSentences("They saw it.").query == 3
    assert TwoSentences("They saw.").query == 1
    assert [second for _, _, second, _ in widget._pairs[:2]] == [
        "The animal did not cross the street because it was too wide.",
        "The man saw the astronomer with a moustache.",
    ]
    tired, wide = widget.row()
    assert [len(tired), tired.sum()] == pytest.approx([15, 1])
    assert tired.argmax() == 2  # from "it" to "animal"
    assert tired[2] > 1.5 * wide[2]
    widget.view = "writes"
    assert widget.row()[0][0] < 0.5 * tired[0]  # little is written from [CLS]


def test_a_row_in_the_second_sentence_is_that_of_the_same_word():
    widget = two_sentences(
        first="one two three", second="one 2 two three", layer=1, head=2, query=3
    )
    first, second = widget.readings()
    rows = widget.row()
    np.testing.assert_allclose(rows[0], first.pattern[1, 2, 3])
    np.testing.assert_allclose(rows[1], second.pattern[1, 2, 4])
    widget.view = "writes"
    sizes = second.pattern[1, 2, 4] * second.norms[1, 2]
    np.testing.assert_allclose(widget.row()[1], sizes / sizes.sum())
    widget.query = 23  # the first has five
    np.testing.assert_allclose(widget.row()[1], readings.written(second)[1, 2, 5])


def test_a_long_sentence_is_cut_and_its_end_kept():
    tokens, pattern, norms = readings.read_minilm("a " * 60)
    assert (tokens[-2:], len(tokens)) == (["a", "[SEP]"], 24)
    assert (pattern.shape, norms.shape) == ((6, 12, 24, 24), (6, 12, 24))


def test_numbers_travel_close_enough_for_what_is_shown():
    reading = readings.check_reading("x", readings.read_minilm("It was too tired to cross it."))
    shown = readings.as_shown(reading)
    assert np.abs(shown.pattern - reading.pattern).max() < 0.015
    assert np.abs(readings.written(shown) - readings.written(reading)).max() < 0.05
    assert np.abs(shown.norms / reading.norms - 1).max() < 0.02


def test_own_sentences_are_added_to_what_the_page_has():
    widget = two_sentences()
    assert len(widget._texts) == 4
    widget.first = "Something else"
    assert widget._texts[4:] == ["Something else"]
    assert widget._tokens[4] == ["[CLS]", "something", "else", "[SEP]"]
    widget.second = "Something new"
    widget.first = "Is it ink?"
    widget.first = "Is it snow?"
    assert widget._texts[4:] == ["Is it snow?", "Something new"]


def of_shape(*shape):
    return lambda text: (read_small(text)[0], np.full(shape, 1 / shape[-1]), np.ones(shape[:-1]))


def with_norms(norms):
    return lambda text: (*read_small(text)[:2], norms(read_small(text)[2]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"read": lambda text: 3}, r"gives int; return \(tokens, pattern, norms\)"),
        ({"read": of_shape(2, 3, 4, 4)}, "gives 6 tokens and a pattern of 4; make them equal"),
        ({"read": of_shape(2, 3, 6, 5)}, "6 queries and 5 keys"),
        ({"read": with_norms(lambda n: n[:1])}, r"norms of \(1, 3, 6\); give \(layer, head, query"),
        ({"read": with_norms(lambda n: -n)}, "a norm is not negative"),
        ({"read": with_norms(lambda n: n * math.nan)}, "norms holds 36 NaN"),
        (
            {"read": lambda text: of_shape(1 + len(text) % 2, 3, 6, 6)("a b c d")},
            r"gives \(layer, head\) of \[\(1, 3\), \(2, 3\)\]; give one model's",
        ),
        ({"pairs": {}}, "pairs is empty"),
        ({"pairs": [("a", "b")]}, "pairs is list; give pairs by name"),
        ({"pairs": {"x": "ab"}}, r"pairs\['x'\] is 'ab'; give two sentences"),
        ({"pairs": {"x": ("a", "é")}}, r"pairs\['x'\] holds 'é'"),
    ],
)
def test_what_does_not_fit_is_refused(options, message, no_shape_checks):
    with pytest.raises(TraitError, match=message):
        TwoSentences(**{"pairs": {"x": ("a b c d", "a b c dd")}, "read": read_small, **options})


def test_a_page_is_light_and_the_model_too():
    assert_light(bytes_sent(TwoSentences().static_html()), 69_000)
    assert_light(SITE_FILE_BYTES, 24_000_000)


def test_a_changed_file_gets_another_name():
    """Browsers keep it under its name: count up in SITE_FILE, then here."""
    file = site_file()
    assert abs(len(file) - SITE_FILE_BYTES) < 250_000
    digest = hashlib.sha256(zlib.decompress(file)).hexdigest()[:16]
    assert (SITE_FILE, digest) == ("_static/minilm/weights-1.bin", "525a3f47906474a1")


# ---- On a page of the site -----------------------------------------------------------------

PAIR = "The soup was hot.", "The soup was cold."


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A page with the widget, as the site has it, with a small model; and Python's own."""
    weights = small_weights()

    def read(sentence):
        with small_minilm(weights):
            return readings.read_minilm(sentence)

    monkeypatch.setattr("multihead.widgets.two_sentences.widget.read_minilm", read)
    widget = TwoSentences(pairs={"hot / cold": PAIR, "x": ("It is.", "It was.")}, layer=0, head=0)
    html = with_policy(
        "book/page.html",
        '<!doctype html><html lang="en" data-content_root="../" data-theme="light"><head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        '<link rel="canonical" href="https://heads.example/book/page.html">'
        '<title>A page</title><link rel="icon" href="data:,"></head>'
        f"<body><main><h1>A page</h1>{widget.static_html()}</main></body></html>",
    )
    assert model_files.asks_for_minilm(html)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "page.html").write_text(html, "utf-8")
    (tmp_path / SITE_FILE).parent.mkdir(parents=True)
    (tmp_path / SITE_FILE).write_bytes(zlib.compress(to_bytes(weights, [*vocabulary()])))
    return tmp_path, widget


@pytest.fixture
def visit(site, browser):
    """Open the served page, as often as is asked; at the end nothing must have gone wrong."""
    folder, _ = site
    problems, asked = [], []
    with contextlib.ExitStack() as stack:
        address = stack.enter_context(serving(folder))
        context = stack.enter_context(contextlib.closing(browser.new_context()))

        def visit():
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda m: m.type == "error" and problems.append(m.text))
            page.on("request", lambda r: asked.append(r.url.removeprefix(f"{address}/")))
            page.goto(f"{address}/book/page.html")
            wait_for_status(page.locator("[data-mh-widget]"), READY)
            return page, asked, problems

        yield visit
    assert problems == []


def press_run(page):
    page.get_by_role("button", name="Run MiniLM here: 20 MB").press("Enter")
    expect(page.get_by_text("MiniLM is here: type sentences of your own.")).to_be_visible()
    expect(page.get_by_role("button", name="Run MiniLM here")).to_be_hidden()


def head_table(page) -> list[list[str]]:
    rows = page.locator("details table").first.locator("tbody tr")
    return rows.evaluate_all("rows => rows.map((row) => [...row.cells].map((c) => c.innerText))")


def assert_shows(page, widget, room: float) -> None:
    """The table of the page has what Python computes, to its two decimals."""
    expect(page.locator("[aria-busy]")).to_have_count(0)
    shown = head_table(page)
    numbers = widget._rows(widget.readings())
    tokens = [reading.tokens for reading in widget.readings()]
    for (_, *cells), first, second in zip(
        shown, *(rows.reshape(-1, rows.shape[-1]) for rows in numbers), strict=True
    ):
        for (place, number), row, names in zip(
            (cells[:2], cells[2:]), (first, second), tokens, strict=True
        ):
            at = int(place.split()[0])
            assert place == f"{at} {names[at]}"
            assert row[at] == pytest.approx(row.max(), abs=room)
            assert float(number) == pytest.approx(row[at], abs=0.005 + room)


def test_stored_sentences_need_no_press_and_others_come_with_one(visit, site):
    (page, asked, _), (_, widget) = visit(), site
    page.get_by_role("button", name="x", exact=True).press("Enter")
    wait_for_status(page.locator("[data-mh-widget]"), "A different first sentence")
    page.get_by_text("As a table").click()
    box = page.get_by_role("textbox", name="First sentence")
    box.fill("It is a very unaffable soup!")
    expect(page.get_by_role("status")).to_have_text(
        "These words need the model: press Run MiniLM here."
    )
    expect(page.locator("canvas").first).to_be_hidden()
    assert page.locator("[aria-busy]").count() == 0
    assert asked == ["book/page.html"]
    press_run(page)
    wait_for_status(page.locator("[data-mh-widget]"), READY)
    assert asked[1:] == [SITE_FILE]
    widget.first, widget.second = "It is a very unaffable soup!", "It was."
    assert_shows(page, widget, 0.015)  # the second came with the page
    page.get_by_role("textbox", name="Second sentence").fill("It is a very affable soup!")
    widget.second = "It is a very affable soup!"
    wait_for_status(page.locator("[data-mh-widget]"), "A different second sentence")
    page.get_by_role("button", name="writes").press("Space")
    page.get_by_role("slider", name="Word").press("End")
    widget.view, widget.query = "writes", 23
    wait_for_status(page.locator("[data-mh-widget]"), "A different word")
    assert_shows(page, widget, 0.001)
    assert asked[2:] == []


def test_the_browser_keeps_the_model(visit):
    page, asked, _ = visit()
    press_run(page)
    page.wait_for_function(
        "async () => (await (await caches.open('many-heads-minilm')).keys()).length"
    )
    del asked[:]
    page, *_ = visit()
    press_run(page)
    page.get_by_role("textbox", name="First sentence").fill("Not stored.")
    wait_for_status(page.locator("[data-mh-widget]"), "A different first sentence")
    assert asked == ["book/page.html"]


def test_a_file_that_is_missing_is_said_and_can_be_tried_again(visit, site):
    (page, _, problems), (folder, _) = visit(), site
    file = folder / SITE_FILE
    whole = file.read_bytes()
    page.get_by_role("textbox", name="Second sentence").fill("The soup was gone.")
    for broken in (None, b"<!doctype html>", whole[: len(whole) // 2]):
        file.unlink() if broken is None else file.write_bytes(broken)
        page.locator("button.mh-train").press("Enter")
        expect(page.get_by_role("status")).to_contain_text("which could not be loaded")
        said = page.locator(".mh-start p")
        where = "on the website (https://heads.example/book/page.html)"
        expect(said).to_contain_text(f"could not be loaded. It is {SITE_FILE} {where}")
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
    file.write_bytes(whole)
    page.get_by_role("button", name="Try again").press("Enter")
    wait_for_status(page.locator("[data-mh-widget]"), READY)
    problems.clear()  # the browser's own words about the missing file


def test_a_page_opened_as_a_file_shows_its_sentences_and_says_where_the_model_is(site, browser):
    folder, _ = site
    with contextlib.closing(browser.new_page()) as page:
        problems = []
        page.on("console", lambda m: m.type == "error" and problems.append(m.text))
        page.goto((folder / "book" / "page.html").as_uri())
        wait_for_status(page.locator("[data-mh-widget]"), READY)
        page.locator("button.mh-train").press("Enter")
        expect(page.locator(".mh-start p")).to_contain_text("a page opened as a file")
        expect(page.get_by_role("status")).to_contain_text(READY)
        assert problems == []


def test_the_model_runs_in_every_browser(window, site):
    folder, widget = site
    with serving(folder) as address:
        window.go(f"{address}/book/page.html")
        window.wait_for("() => document.querySelector('[data-ready]') !== null")
        window.ask(
            """() => {
              const box = document.querySelector("textarea");
              box.value = "It was not unaffable.";
              box.dispatchEvent(new Event("input"));
              document.querySelector(".mh-train").click();
            }"""
        )
        window.wait_for(
            f"() => document.querySelector('[role=status]').textContent.includes({READY!r})"
        )
        said = window.ask("() => document.querySelector('.mh-shaded').getAttribute('aria-label')")
    widget.first = "It was not unaffable."
    row, tokens = widget.row()[0], widget.readings()[0].tokens
    assert f"“\u2068{tokens[row.argmax()]}\u2069” ({100 * row.max():.0f}" in said


def test_anyone_can_bring_the_model(visit):
    page, *_ = visit()
    for theme, width in RULES:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate(DRAWN)
        assert_anyone_can_use(page, theme, width)


# ---- A reader's sentences ------------------------------------------------------------------


def open_widget(static_page, **options):
    page = static_page(two_sentences().static_html(), **options)
    wait_for_status(page.locator("[data-mh-widget]"), READY)
    return page


def test_what_cannot_be_read_is_said_and_stays_in_the_box(static_page):
    page = open_widget(static_page)
    box = page.get_by_role("textbox", name="First sentence")
    problem = page.locator(".mh-problem").first
    before = page.get_by_role("status").inner_text()
    for text, said in (
        ("naïve", "“ï” cannot be read here; use ASCII, in one line"),
        (f"{HOSTILE}{'very' * 60}", "cannot be read here"),
        ("x" * 201, "There are 201 characters; use at most 200"),
        (" ", "There is no sentence yet"),
    ):
        box.fill(text)
        expect(problem).to_contain_text(f"{said}")
        expect(box).to_have_attribute("aria-invalid", "true")
        expect(box).to_have_value(text)
        assert page.get_by_role("status").inner_text() == before
    box.press("Escape")
    expect(box).to_have_value("The soup was hot")
    expect(problem).to_have_text("")
    assert page.locator("img").count() == 0


def test_marks_of_phones_are_read_as_those_of_a_keyboard(static_page):
    html = TwoSentences(
        pairs={"a": ("It's - hot", "It's hot"), "b": ("x", "y")}, read=read_small, first="x"
    ).static_html()
    page = static_page(html)
    page.get_by_role("textbox", name="First sentence").fill("It’s — hot")
    wait_for_status(page.locator("[data-mh-widget]"), "A different first sentence")
    expect(page.get_by_role("button", name="a", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_link_to_a_sentence_that_is_blank_says_so(static_page):
    page = static_page(two_sentences().static_html(), hash="#~TwoSentences1:first=+++")
    expect(page.get_by_role("status")).to_have_text("There is no sentence yet.")
    page.get_by_role("button", name="hot / cold").press("Enter")
    wait_for_status(page.locator("[data-mh-widget]"), READY)


def test_a_touch_chooses_a_head_and_a_word(static_page):
    page = open_widget(static_page)
    page.get_by_role("button", name="ink / old oil").click()
    heads = page.locator(".mh-heads").nth(1)
    box = heads.bounding_box()
    heads.click(position={"x": box["width"] * 2.5 / 3, "y": box["height"] * 1.5 / 2})
    expect(page.get_by_role("slider", name="Layer")).to_have_value("1")
    expect(page.get_by_role("slider", name="Head")).to_have_value("2")
    large = page.locator(".mh-box")
    box = large.nth(1).bounding_box()
    large.nth(1).click(position={"x": 5, "y": box["height"] * 4.5 / 6})  # "oil?"
    expect(page.get_by_role("slider", name="Word")).to_have_attribute("aria-valuetext", "3 ink?")
    box = large.first.bounding_box()
    large.first.click(position={"x": 5, "y": box["height"] * 2.5 / 5})
    expect(page.get_by_role("slider", name="Word")).to_have_attribute("aria-valuetext", "2 it")


@pytest.mark.parametrize("width", [1280, 360])
def test_with_minilm_nothing_moves_when_it_comes(static_page, width):
    below = "<p>What follows stays where it is.</p>" * 30
    page = static_page(TwoSentences().static_html(), below, width=width)
    wait_for_status(page.locator("[data-mh-widget]"), READY)
    assert moved_by_itself(page) <= 0.02
