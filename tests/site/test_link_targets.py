"""Where links and readers land: pictures, rows, chapters, the search; on a desktop and a phone."""

import re

import pytest
from built_pages import CHAPTERS, REDIRECTS, soup_of
from playwright.sync_api import expect
from visits import Visit

# Whether the middle of an element is what one sees there: nothing lies over it.
SEEN = """(node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return top >= 0 && (node === there || node.contains(there));
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_page_that_opens_at_a_figure_shows_the_picture(browser, site, width):
    """Widgets draw and folds open while it loads; `test_site.py` looks at every chapter."""
    with Visit(browser, site / CHAPTERS[0], width=width) as visit:
        for page in (CHAPTERS[0], CHAPTERS[-2]):
            name = soup_of(site / page).select('[id^="fig-"]')[-1]["id"]
            visit.page.goto(f"{(site / page).as_uri()}#{name}")
            bar = visit.page.locator(".bd-header-article").bounding_box()
            top = visit.page.locator(f".cell_output:has(> #{name})").bounding_box()["y"]
            assert bar["height"] - 1 <= top < 300, (page, name)


def test_a_row_of_how_sure_stands_below_the_names_of_its_columns(browser, site):
    page = site / "book" / "how-sure.html"
    rows = soup_of(page).select('tr[id^="of-"]')
    some = rows[len(rows) // 2], rows[-1]
    former = [(row.th.span["id"], row["id"]) for row in some]  # of links from before ids
    with Visit(browser, page) as visit:
        for target, name in [(row["id"], row["id"]) for row in some] + former:
            visit.page.evaluate("() => scrollTo(0, 0)")
            visit.page.evaluate("target => { location.hash = target }", target)
            row = visit.page.locator(f"[id='{name}']")
            heads = visit.page.locator(f"table:has([id='{name}']) thead th")
            expect(row.locator("th")).to_be_in_viewport()
            assert all(head.evaluate(SEEN) for head in heads.all()), name
            assert row.locator("td").first.evaluate(SEEN), name


# How what a link leads to is marked, and that in the end it is as it was before.
MARKED = """async (name) => {
  location.hash = "";
  const started = new Promise((done) => addEventListener("animationstart", done, { once: true }));
  location.hash = name;
  const { animationName, target, pseudoElement } = await started;
  const bar = getComputedStyle(target, pseudoElement);
  const [mark] = target.getAnimations({ subtree: true });
  mark.pause();
  const opacityAt = (time) => {
    mark.currentTime = time;
    return Number(bar.opacity);
  };
  const [box, there] = [target, document.getElementById(name)]
    .map((node) => node.getBoundingClientRect());
  return {
    animationName, is: target.localName,
    left: `${bar.left} ${bar.borderLeftWidth} ${bar.borderLeftStyle}`,
    high: Math.abs(parseFloat(bar.height) - box.height) < 3,
    starts: opacityAt(0), fades: opacityAt(2500) < 1, ends: opacityAt(3000),
    holdsIt: box.top - 30 < there.top && there.top < box.bottom + 30,
  };
}"""
MARK = {"animationName": "mh-arrive", "left": "-12px 4px solid", "high": True}
MARK |= {"starts": 1, "ends": 0, "holdsIt": True}
TARGETS = [
    ("book/11-which-heads-matter.html", ".mh-claim[id]", "div"),
    ("book/11-which-heads-matter.html", "form.mh-guess[id]", "div"),
    ("book/11-which-heads-matter.html", "[id^=fig-]", "figure"),
    ("book/exercises/05-same-input-different-gradients.html", "[id^=exercise-]", "h2"),
    ("book/questions.html", "section > section > section[id]", "h3"),
    ("book/glossary.html", "dt[id]", "dt"),
    ("book/how-sure.html", "tr[id]", "th"),
]


@pytest.mark.parametrize(("page", "selector", "marked"), TARGETS)
def test_what_a_link_leads_to_is_marked_for_a_moment(browser, site, page, selector, marked):
    name = soup_of(site / page).select(selector)[-1]["id"]
    with Visit(browser, site / page) as visit:
        assert visit.page.evaluate(MARKED, name) == MARK | {"is": marked, "fades": True}


@pytest.mark.parametrize(
    ("option", "value", "fades"),
    [("reduced_motion", "reduce", False), ("forced_colors", "active", True)],
)
def test_a_mark_stands_still_without_motion_and_is_seen_in_forced_colours(
    browser, site, option, value, fades
):
    with Visit(browser, site / "book/glossary.html") as visit:
        visit.page.emulate_media(**{option: value})
        mark = visit.page.evaluate(MARKED, "term-pruning")
        assert mark == MARK | {"is": "dt", "fades": fades}


def test_the_search_stays_in_sight_above_every_chapter(browser, site):
    with Visit(browser, site / CHAPTERS[-1]) as visit:
        for place in (0, 10_000):
            visit.page.evaluate("(place) => scrollTo(0, place)", place)
            assert visit.page.get_by_role("button", name="Search").first.evaluate(SEEN), place


def test_nothing_lies_over_a_page_that_is_scrolled_on_a_phone(browser, site):
    with Visit(browser, site / CHAPTERS[-1], width=390) as visit:
        visit.page.mouse.wheel(0, 2000)
        visit.page.mouse.wheel(0, -300)
        assert visit.page.locator("#pst-back-to-top").count() == 0


def test_on_a_phone_the_icon_of_the_search_leaves_room_for_what_is_typed(browser, site):
    with Visit(browser, site / CHAPTERS[0], width=390) as visit:
        visit.page.get_by_role("button", name="Search").first.click()
        field = visit.page.locator("dialog input[type=search]")
        icon = visit.page.locator("dialog form.bd-search :is(i, svg)").first.bounding_box()
        padding = field.evaluate("node => parseFloat(getComputedStyle(node).paddingLeft)")
        assert field.bounding_box()["x"] + padding >= icon["x"] + icon["width"]


def test_a_page_of_exercises_says_how_to_assign_each(site):
    for path in sorted((site / "book" / "exercises").glob("*.html")):
        if path.relative_to(site).as_posix() in REDIRECTS:
            continue
        page = soup_of(path)
        place = page.select_one(
            'a[href$="for-instructors.html#an-assignment"], a[href*="assignment"]'
        )
        command = place.find_parent("p").code.get_text().split()
        names = re.findall(r'check\("?(\w+)', page.get_text())
        assert command[:4] == ["python", "-m", "grading", "assignment"]
        assert set(command[6:]) == set(names) - {"answer"}, path.name


def test_what_a_section_needs_is_one_click_away_in_the_middle_of_a_chapter(site):
    page = soup_of(site / "book/11-which-heads-matter.html")
    section = page.select_one("#which-heads-should-be-pruned")
    linked = {link.text.lower() for link in section.select('a[href^="glossary.html#term-"]')}
    assert {"writes", "target", "gate", "ablation cost", "pruning"} <= linked
    assert section.select('a[href="glossary.html#term-R2"] math')
