"""Each figure of the built book answers, weighs little, and betrays nothing of a closed answer."""

import gzip
import json

import pytest
from accessibility import violations
from built_pages import DECKS, PAGES, soup_of
from playwright.sync_api import expect

ANSWERS = ".mh-figure[data-drawn]"
OPEN_FOLDS = """for (const figure of document.querySelectorAll('[data-drawn]'))
  for (let fold = figure; (fold = fold.parentElement.closest('details')); ) fold.open = true"""
FIGURE, PAGE, BOOK = 3_000, 6_000, 50_000  # bytes of their data, as they are sent


def data_of(site, page) -> list[str]:
    return [figure["data-drawn"] for figure in soup_of(site / page).select(ANSWERS)]


def with_figures(site) -> list[str]:
    return [page for page in PAGES if data_of(site, page)]


def sent(*texts: str) -> int:
    return len(gzip.compress("".join(texts).encode(), 9))


def test_most_figures_answer(site):
    assert sum(len(data_of(site, page)) for page in PAGES) > 60


def test_their_data_weigh_little(site):
    pages = {page: data_of(site, page) for page in with_figures(site)}
    heavy = [(page, sent(text)) for page, texts in pages.items() for text in texts]
    assert [entry for entry in heavy if entry[1] > FIGURE] == []
    assert [page for page, texts in pages.items() if sent(*texts) > PAGE] == []
    assert sum(sent(*texts) for texts in pages.values()) <= BOOK


def test_each_mark_that_leads_to_a_row_has_one(site):
    marks = {
        "book/how-sure.html": lambda drawn: sum(len(row["values"]) for row in drawn["series"]),
        "book/settings.html": lambda drawn: len(drawn["rows"]),
    }
    for page, count in marks.items():
        (drawn,) = json.loads(data_of(site, page)[0])
        rows = soup_of(site / page).select(f"tr[id^={drawn['links']}]")
        assert len(rows) == count(drawn) > 100, page


def test_equal_runs_of_a_page_have_as_many_trainings(site):
    for page in with_figures(site):
        counts: dict[str, set[int]] = {}
        for text in data_of(site, page):
            for drawn in json.loads(text):
                for series in drawn.get("series", ()):
                    n_heads = (series.get("heads") or [1])[0]
                    values = series.get("values", ())
                    counts.setdefault(series.get("run", ""), set()).add(len(values) // n_heads)
        counts.pop("", None)
        assert {run for run, found in counts.items() if len(found) > 1} == set(), page


@pytest.mark.parametrize("page", PAGES)
def test_each_figure_of_a_page_reads_itself_out(browser, site, page):
    if not data_of(site, page):
        return
    context = browser.new_context(offline=True)
    tab, problems = context.new_page(), []
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("console", lambda m: m.type == "error" and problems.append(m.text))
    tab.goto((site / page).as_uri())
    tab.evaluate(OPEN_FOLDS)
    for number in range(tab.locator(ANSWERS).count()):
        figure = tab.locator(ANSWERS).nth(number)
        target = figure.locator("xpath=descendant-or-self::*[@role='application']").first
        words = figure.locator(
            "xpath=following-sibling::*[contains(@class, 'mh-figure-readout')][1]"
        )
        target.focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowDown", "n", "End"):
            tab.keyboard.press(key)
            expect(words).to_contain_text(": ")
        tab.keyboard.press("a")
        tab.keyboard.press("Escape")
    context.close()
    assert problems == []


def test_a_held_training_opens_no_answer(open_page, site):
    page = open_page("09-what-drives-heads-apart")
    closed = "[...document.querySelectorAll('details')].map((fold) => fold.open)"
    before = page.evaluate(closed)
    assert False in before
    page.goto(f"{page.url}#~held:stages=3")
    page.reload()
    assert page.evaluate(closed) == before
    assert page.locator(".mh-over:visible").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_after_use(open_page, theme):
    page = open_page("07-train-two-heads", color_scheme=theme)
    page.evaluate(OPEN_FOLDS)
    page.locator("svg[role=application]").last.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".mh-over-held > *").first).to_be_visible()
    assert violations(page, theme, 1280) == []


def test_a_figure_answers_on_its_slide(browser, site):
    name = next(page for page in DECKS if "07-train" in page)
    tab = browser.new_page(viewport={"width": 1280, "height": 720})
    tab.goto((site / name).as_uri())
    slide = tab.locator(f"section:has({ANSWERS} polyline), section:has({ANSWERS})").first
    index = slide.evaluate("s => [...s.parentElement.children].indexOf(s)")
    tab.evaluate("i => Reveal.slide(i)", index)
    slide.locator("[role=application]").first.focus()
    tab.keyboard.press("ArrowRight")
    expect(slide.locator(".mh-read")).to_contain_text(": ")
    assert tab.evaluate("Reveal.getIndices().h") == index
    tab.close()


def test_figures_answer_in_every_browser(window, site):
    window.go((site / "book/10-asking-for-difference.html").as_uri())
    window.ask(f"() => {{ {OPEN_FOLDS} }}")
    box = "document.querySelector('.mh-figure[data-drawn]')"
    window.ask(f"() => ({box}.role ? {box} : {box}.querySelector('[role=application]')).focus()")
    window.press("ArrowRight")
    window.wait_for("() => document.querySelector('.mh-read').textContent.includes(': ')")
    x, y = window.ask(
        f"() => {{ {box}.scrollIntoView(); const b = {box}.querySelector('svg')"
        ".getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] }"
    )
    window.click(x, y)
    window.wait_for("() => document.querySelector('.mh-over > *') !== null")
