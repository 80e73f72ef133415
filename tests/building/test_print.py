"""A page of the site as its reader prints it."""

import io

import pytest
from pypdf import PdfReader

A4 = 658  # pixels between margins of 18 mm
CHAPTER = "07-train-two-heads"


@pytest.fixture
def on_paper(open_page):
    """Open a page as wide as paper, as it is while it prints."""

    def on_paper(name, **options):
        page = open_page(name, viewport={"width": A4, "height": 900}, **options)
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        return page

    return on_paper


def test_answers_print_and_are_folded_again(open_page):
    page = open_page(CHAPTER)
    answers, is_open = page.locator(".mh-answer"), page.locator(".mh-answer[open]")
    assert is_open.count() == 0
    printed = [p.extract_text() for p in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages]
    assert sum(text.count("Answer\n") for text in printed) == answers.count() > 2
    assert "Show" not in " ".join(printed)
    assert is_open.count() == 0


def test_a_dark_page_prints_dark_on_white_and_stays_dark(on_paper):
    page = on_paper(CHAPTER, color_scheme="dark")
    style = "getComputedStyle(document.querySelector('{}')).{}"
    assert page.evaluate(style.format("body", "backgroundColor")) == "rgb(255, 255, 255)"
    ink = page.evaluate(style.format("article p", "color"))
    assert sum(int(c) for c in ink[4:-1].split(",")) < 200
    assert page.locator(".mh-dark").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator(".mh-dark").count() > 0


def test_bars_and_scales_keep_their_colours(on_paper):
    page = on_paper(CHAPTER)
    coloured = page.locator(".mh-strip, .mh-track, .mh-mark, .mh-chip")
    assert coloured.count() > 10
    adjustments = coloured.evaluate_all(
        "all => all.map((c) => getComputedStyle(c).printColorAdjust)"
    )
    assert set(adjustments) == {"exact"}


@pytest.mark.parametrize("name", ["03-money-bank", CHAPTER, "17-a-tiny-language", "notation"])
def test_nothing_is_cut_and_no_control_is_left(on_paper, name):
    page = on_paper(name)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    cut = "all => all.filter((c) => c.scrollWidth > c.clientWidth + 1).map((c) => c.innerText)"
    assert page.locator("article pre").evaluate_all(cut) == []
    controls = page.locator("button:visible, input[type=range]:visible, .headerlink:visible")
    states = controls.evaluate_all(
        "all => all.filter((c) => !c.matches('[aria-pressed=true], [aria-current], .mh-stop,"
        " .mh-run')).map((c) => c.outerHTML)"
    )
    assert states == []
    assert page.locator("h1:visible").count() == 1
    around = ".bd-header, .bd-header-article, .bd-sidebar-primary, .bd-sidebar-secondary, footer"
    assert page.locator(around).locator("visible=true").all_inner_texts() == []


@pytest.mark.parametrize("name", ["how-sure", "settings"])
def test_the_tables_of_all_numbers_print(on_paper, name):
    page = on_paper(name)
    rows = page.locator(".mh-numbers tr[id]")
    assert rows.count() == page.locator(".mh-numbers tr[id]:visible").count() > 50


def test_code_that_the_reader_opened_prints(on_paper, open_page):
    page = on_paper(CHAPTER)
    folded = page.locator("details.hide")
    assert folded.count() > 2
    assert not folded.first.is_visible()
    folded.first.evaluate("fold => { fold.open = true; }")
    assert folded.first.locator("pre").is_visible()
