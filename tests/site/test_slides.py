"""The decks of the built book, from a file and without network, as in a lecture."""

import re
from copy import copy
from functools import cache
from pathlib import Path

import pytest
from accessibility import violations
from browser import wait_for_widgets
from browser_engines import READY
from bs4 import BeautifulSoup
from built_pages import CHAPTERS, DECKS, HTML, soup_of
from conftest import ROOT
from playwright.sync_api import expect
from pypdf import PdfReader
from visits import Visit

WIDE, HIGH = 1280, 720
SIZES = [(WIDE, HIGH), (1024, 768), (1920, 1080)]
LEGIBLE = 24  # pixels at 1280 × 720, of words and of labels in pictures
# How large the text is that a picture of pixels was drawn with last.
NOTE_TEXT = """{
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...text) {
    const { a, b } = this.getTransform();
    this.canvas.textSize = Number.parseFloat(this.font) * Math.hypot(a, b);
    fillText.apply(this, text);
  };
}"""
# What is cut or too small on each slide, and on each part of a large widget, in pixels of the
# deck. Labels are scaled with their picture, and may not touch. An index of a symbol is smaller
# than the label that it is part of, whose own size counts.
LOOK = """async () => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const says = (node) => [...node.childNodes]
    .some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  const ownSize = (node) => Number.parseFloat(getComputedStyle(node).fontSize);
  const isIndex = (node) => node.matches("tspan")
    ? [...node.parentElement.children].some((other) => ownSize(other) > ownSize(node))
    : node.matches("sub, sup, sub *, sup *");
  const scale = ({ a, b }) => Math.hypot(a, b) / Reveal.getScale();
  const size = (node) => ownSize(node)
    * (node.closest("svg") ? scale(node.getScreenCTM()) : node.currentCSSZoom);
  const slants = ({ a, b }) => Math.abs(a * b) > 1e-6;
  // A line is higher than its letters.
  const touch = (a, b) => a.left < b.right && b.left < a.right
    && Math.min(a.bottom - b.top, b.bottom - a.top) > 0.5 * Math.min(a.height, b.height);
  const frame = () => new Promise(requestAnimationFrame);
  const troubles = [];
  function look(slide, part) {
    const all = [...slide.querySelectorAll(":not(aside, aside *, math *, script, style, title)")]
      .filter((node) => seen(node) && says(node) && !node.closest(".mh-visually-hidden"));
    const content = slide.querySelector(".slide-content");
    const area = content.getBoundingClientRect();
    const trouble = (fault, node) =>
      troubles.push([Reveal.getIndices().h, part, fault, node.className, node.textContent.trim()]);
    for (const node of all) {
      if (!isIndex(node) && size(node) < LEGIBLE - 0.05) trouble(`text of ${size(node)}`, node);
      const box = node.getBoundingClientRect();
      if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1
        || box.top < -1) trouble("outside", node);
    }
    for (const canvas of slide.querySelectorAll("canvas")) {
      const size = canvas.textSize * canvas.getBoundingClientRect().width / canvas.width;
      if (seen(canvas) && size < (LEGIBLE - 0.05) * Reveal.getScale())
        trouble(`text of ${size / Reveal.getScale()}`, canvas);
    }
    for (const figure of slide.querySelectorAll(".mh-figure svg")) {
      const boxes = [...figure.querySelectorAll("text")]
        .filter((label) => !slants(label.getScreenCTM()))
        .map((label) => [label, label.getBoundingClientRect()]);
      for (const [i, [label, a]] of boxes.entries())
        if (boxes.slice(i + 1).some(([_, b]) => touch(a, b))) trouble("touches a label", label);
    }
    for (const node of slide.querySelectorAll("[data-mh-widget] :is(canvas, svg, :enabled)")) {
      const box = node.getBoundingClientRect();
      const cut = Math.max(box.bottom - area.bottom, box.right - area.right, area.left - box.left);
      if (box.width > 1 && seen(node) && cut > 2) trouble(`cut by ${cut}`, node);
    }
    for (const node of [content, slide])
      if (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
        trouble(`higher by ${node.scrollHeight - node.clientHeight}`, node);
  }
  Reveal.layout();
  for (const [number, slide] of Reveal.getSlides().entries()) {
    Reveal.slide(number);
    const widget = slide.querySelector("[data-mh-widget]");
    if (!widget) {
      look(slide, "");
      continue;
    }
    const parts = [...slide.querySelectorAll(".mh-part-buttons button")];
    for (const part of parts.length ? parts : [null]) {
      part?.click();
      // A slide that is shown again finds out in its second frame whether all still fits.
      for (let n = 0; n < 60 && (n < 2 || slide.querySelector("[aria-busy=true]")); n++)
        await frame();
      look(slide, part?.textContent);
    }
  }
  return troubles;
}""".replace("LEGIBLE", str(LEGIBLE))
# How many controls of a slide Tab stops at.
CONTROLS = """() => [...Reveal.getCurrentSlide().querySelectorAll(
    ":is([data-mh-widget], .mh-part-buttons) :is(button, input, select, textarea, [tabindex='0'])")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled)
  .filter((node) => node.tabIndex === 0)
  .length"""
HEADING = "() => Reveal.getCurrentSlide().querySelector('h1, h2').textContent"
LECTURES = [name for name in DECKS if name.startswith("slides/teach-")]
OF_CHAPTERS = [name for name in DECKS if name not in LECTURES]
WITH_WIDGETS = [name for name in DECKS if "<div data-mh-widget" in (HTML / name).read_text("utf-8")]
WITH_SLIDER = "05-same-input-different-gradients"


@pytest.fixture
def deck(browser, site):
    """Open a deck in a window of 1280 × 720, without network."""
    visits = []

    def visit(name: str, theme: str = "light", query: str = "", start: str = "") -> Visit:
        visits.append(Visit(browser, site / f"slides/{name}.html", theme=theme))
        page = visits[-1].page
        page.set_viewport_size({"width": WIDE, "height": HIGH})
        if query or start:
            page.goto(f"{page.url.partition('#')[0]}{query}{start}")
            page.reload()
        return visits[-1]

    yield visit
    for visit in visits:
        visit.context.close()


def slides_of(page: str) -> list:
    return soup_of(ROOT / "_build/html" / page).select(".slides > section")


def test_each_chapter_has_a_deck_that_teach_leads_to(site):
    stems = [sorted(Path(page).stem for page in pages) for pages in (CHAPTERS, OF_CHAPTERS)]
    assert stems[0] == stems[1]
    teach = site / "book" / "teach.html"
    said = soup_of(teach).select("#slides > ul > li > p")
    assert {p.a["href"]: p.get_text().rpartition(", ")[2] for p in said[: len(OF_CHAPTERS)]} == {
        f"../{deck}": f"{len(slides_of(deck))} slides" for deck in OF_CHAPTERS
    }
    for link in soup_of(teach).select("#slides details a"):
        deck, section = link["href"].removeprefix("../").split("?section=")
        assert any(section in slide["data-sections"].split() for slide in slides_of(deck)), link


@pytest.mark.parametrize("name", LECTURES)
def test_a_plan_has_its_slides_with_stages_and_minutes(site, name):
    teach = soup_of(site / "book/teach.html")
    (link,) = teach.select(f"a[href='../{name}']")
    first, *slides, last = slides_of(name)
    minutes = [int(n) for n in re.findall(r"(\d+) minutes", first.select_one("ul").get_text())]
    assert sum(int(slide["data-timing"]) for slide in slides) == 60 * sum(minutes)
    plan = link.find_parent("section")
    if asked := plan.select_one(":scope > p:has(> em:first-child)"):
        assert asked.em.get_text() in first.get_text()
    if plan.table:
        assert minutes == [int(row.td.get_text()) for row in plan.table.select("tbody tr")]
    assert last.select_one(".slide-content").get_text().strip().startswith("After:")
    stages = [slide.select_one(".stage b").get_text() for slide in slides]
    asked = ["Question", "Vote", "Talk", "Vote again"]
    assert re.fullmatch(
        f"((Set up,)*{','.join(asked)},(Look,)*Answer,)+", "".join(f"{stage}," for stage in stages)
    )
    assert stages.count("Question") == len(minutes)
    for slide, stage in zip(slides, stages, strict=True):
        assert slide.select_one(".slide-content").contents != []
        assert stage not in asked or len(slide.aside.get_text()) > 50
        assert stage != "Vote" or len(slide.select(".slide-content > ol > li")) > 1


@cache
def text_of(page: Path) -> str:
    """Return what a page says, and what is in its attributes, without spaces."""
    chapter = copy(soup_of(page).article)
    for note in chapter.select(".mh-definition"):
        note.decompose()
    attributes = (node.attrs.values() for node in chapter.find_all(True))
    hidden = " ".join(str(value) for values in attributes for value in values)
    return squeezed(chapter.get_text() + hidden)


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", DECKS)
def test_every_number_stands_on_its_slide_as_in_the_book(site, name):
    pages = (
        [name.replace("slides/", "book/")]
        if name in OF_CHAPTERS
        else ["book/teach.html", *CHAPTERS]
    )
    there = "".join(text_of(site / page) for page in pages)
    deck = BeautifulSoup((site / name).read_text("utf-8"), "html.parser")
    for label in deck.select("aside li b, .stage, style, script, math annotation"):
        label.decompose()
    if name in LECTURES:
        deck.section.decompose()  # titles with their minutes
    numbers = [number.extract() for number in deck.select("p > .right")]
    parts = numbers + deck.select(".slides :is(h1, h2, p, li, td, th, text, pre)")
    said = [squeezed(part.get_text()).strip(":…") for part in parts]
    with_number = [text for text in said if re.search(r"\d", text)]
    assert [text for text in with_number if text not in there] == []
    assert with_number


@pytest.mark.parametrize("name", DECKS)
def test_a_slide_has_curly_marks_and_asks_for_something(site, name):
    for slide in slides_of(name):
        for code in slide.select("bdi, code, math, pre, script, style"):
            code.decompose()
        assert not re.search("['\"]", slide.get_text())
        content = slide.select_one(".question .slide-content")
        assert content is None or not content.get_text().rstrip().endswith(":")


@pytest.mark.parametrize("name", DECKS)
def test_the_margin_of_the_page_stays_there(site, name):
    assert soup_of(site / name).select(".mh-definition") == []


@pytest.mark.parametrize("name", DECKS)
def test_each_slide_shows_all_of_its_content_without_network(deck, name):
    visit = deck(name.removeprefix("slides/").removesuffix(".html"))
    visit.page.add_init_script(NOTE_TEXT)
    visit.page.reload()
    wait_for_widgets(visit.page)
    for wide, high in SIZES:
        visit.page.set_viewport_size({"width": wide, "height": high})
        troubles = visit.page.evaluate(LOOK)
        assert troubles == [], f"at {wide} × {high}: split the cell, or show less"
    assert visit.troubles == []
    assert [url for url in visit.requests if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.parametrize("name", WITH_WIDGETS)
def test_the_keyboard_reaches_each_control_and_leaves_the_slide(deck, name):
    page = deck(name.removeprefix("slides/").removesuffix(".html")).page
    for number, slide in enumerate(slides_of(name)):
        if "widget" not in slide["class"]:
            continue
        page.evaluate("(number) => Reveal.slide(number)", number)
        page.wait_for_timeout(500)  # a box that scrolled before it fitted is a stop no more
        controls = page.evaluate(CONTROLS)
        inside = []
        for _ in range(controls + 1):
            page.keyboard.press("Tab")
            inside.append(page.evaluate("Reveal.getCurrentSlide().matches(':focus-within')"))
        assert inside == [True] * controls + [False]
        for _ in range(controls):
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("ArrowRight")
        assert page.evaluate("Reveal.getIndices().h") == number
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("Reveal.getIndices().h") == number - 1


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", DECKS)
def test_axe_finds_nothing(deck, name, theme):
    visit = deck(name.removeprefix("slides/").removesuffix(".html"), theme, query="?view=print")
    expect(visit.page.locator(".pdf-page")).to_have_count(len(slides_of(name)))
    assert violations(visit.page, theme) == []


def test_the_arrows_move_slides_and_belong_to_a_picture_that_is_in_use(deck):
    page = deck(WITH_SLIDER).page
    slider = page.locator(".widget input[type=range]").first
    number = page.evaluate(
        "() => Reveal.getSlides().findIndex((slide) => slide.querySelector('input[type=range]'))"
    )
    for _ in range(number):
        page.keyboard.press("ArrowRight")
    expect(slider).to_be_visible()
    expect(page).to_have_url(re.compile(f"#/{number}$"))
    slider.focus()
    before = slider.input_value()
    page.keyboard.press("ArrowLeft")
    expect(slider).not_to_have_value(before)
    assert page.evaluate("Reveal.getIndices().h") == number
    page.wait_for_timeout(500)  # a page would write what is shown into its address by now
    expect(page).to_have_url(re.compile(f"#/{number}$"))
    page.locator("section.present h2").click()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("Reveal.getIndices().h") == number + 1


def test_a_live_widget_trains_on_its_slide(deck):
    page = deck(WITH_SLIDER, start="#/1").page
    page.get_by_role("button", name="Train again").click()
    expect(page.locator("section.present")).to_contain_text("After 200 steps")


def test_the_speakers_window_has_notes_and_follows(deck):
    visit = deck(WITH_SLIDER)
    with visit.context.expect_page() as opened:
        visit.page.keyboard.press("s")
    speaker = opened.value
    errors = []
    speaker.on("console", lambda message: message.type == "error" and errors.append(message.text))
    number = next(
        i for i, s in enumerate(slides_of(f"slides/{WITH_SLIDER}.html")) if "question" in s["class"]
    )
    visit.page.evaluate("(number) => Reveal.slide(number)", number)
    expect(speaker.locator(".speaker-controls-notes .value")).to_contain_text(
        "What people get wrong"
    )
    upcoming = speaker.frame_locator("#upcoming-slide iframe")
    expect(upcoming.locator("section.present .right")).to_be_visible()
    speaker.locator("body").press("ArrowRight")
    expect(visit.page.locator("section.present.answer")).to_be_visible()
    assert errors == []


def test_a_deck_prints_a_slide_on_each_sheet(deck, tmp_path):
    name = f"slides/{WITH_SLIDER}.html"
    visit = deck(WITH_SLIDER, query="?view=print")
    expect(visit.page.locator(".pdf-page")).to_have_count(len(slides_of(name)))
    visit.page.pdf(path=tmp_path / "deck.pdf", prefer_css_page_size=True)
    pdf = PdfReader(tmp_path / "deck.pdf")
    assert len(pdf.pages) == len(slides_of(name))
    headings = [slide.find(["h1", "h2"]).get_text() for slide in slides_of(name)]
    for page, heading in zip(pdf.pages, headings, strict=True):
        assert heading.split()[0] in page.extract_text()
    cut_off = "(slide) => slide.querySelector('.slide-content').scrollHeight > slide.clientHeight"
    for kind in ("words", "question", "answer", "picture"):
        for slide in visit.page.locator(f"section.{kind}").all():
            assert not slide.evaluate(cut_off)


def test_a_section_is_shown_and_printed_alone(deck):
    section = "nothing-forbids-identical-heads"
    slides = slides_of(f"slides/{WITH_SLIDER}.html")
    wanted = [slide for slide in slides if section in slide["data-sections"].split()]
    assert 0 < len(wanted) < len(slides)
    page = deck(WITH_SLIDER, query=f"?section={section}").page
    assert page.evaluate("Reveal.getTotalSlides()") == len(wanted)
    page = deck(WITH_SLIDER, query=f"?section={section}&view=print").page
    expect(page.locator(".pdf-page")).to_have_count(len(wanted))


def test_a_deck_moves_in_every_browser(window, site):
    name = OF_CHAPTERS[-1]
    window.resize(1280)
    window.go((site / name).as_uri())
    window.wait_for(READY)
    headings = [window.ask(HEADING)]
    for number in range(1, len(slides_of(name))):
        window.press("ArrowRight")
        window.wait_for("(number) => Reveal.getIndices().h === number", number)
        headings.append(window.ask(HEADING))
    assert headings == [slide.find(["h1", "h2"]).get_text() for slide in slides_of(name)]
