"""Every page of the built site as a reader sees it: offline, at two widths, in light and dark.

Each page is opened once; `look_at` notes what is seen of it, and the tests judge that.
"""

import gzip
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

import pytest
from accessibility import RULES, violations
from built_pages import CHAPTERS, PAGES, ids_of, soup_of
from conftest import ROOT
from fontTools.ttLib import TTFont
from page_weight import PAGE, PAGE_WITH_MATH, assert_light
from playwright.sync_api import expect
from visits import OVERFLOW, SHIFTS, Visit

SOURCES = sorted(p for p in (ROOT / "book").glob("*") if p.suffix in {".md", ".ipynb"})
ICON_FONT = "vendor/fontawesome/webfonts/fa-solid-900.woff2"
COMPRESSED = {".html", ".css", ".js", ".svg"}
SENTENCE = 5  # words, at least, of what a picture shows
# What has the same names, classes and styles up to the root, in a row of the same ground, has the
# same colours. Axe, which is slow at colours, sees one of each kind of word, number and formula.
KEEP_ONE_OF_A_KIND = """() => {
  const styles = (node) => [node.tagName, node.getAttribute("class"), node.getAttribute("style"),
    node.getAttribute("mathcolor"), node.rowIndex % 2].join();
  const kinds = new Set();
  const isNew = (node) => {
    const kind = [...node.querySelectorAll("*")].map(styles).sort();
    for (let at = node; at; at = at.parentElement) kind.push(styles(at));
    return kinds.size < kinds.add([...new Set(kind)].join(";")).size;
  };
  const all = document.querySelectorAll(
    ".highlight span[class]:not(:has(span)), td:not(:has(*)), math");
  for (const node of [...all].filter((node) => !isNew(node)))
    node.replaceWith(node.matches("td") ? document.createElement("td") : node.textContent);
}"""

# The characters that the page draws in the icons' own font, before or after an element.
ICONS = """() => [...document.querySelectorAll("body *:not(math *, svg *)")]
  .flatMap((element) => ["::before", "::after"].map((part) => getComputedStyle(element, part)))
  .filter((style) => style.fontFamily.includes("Font Awesome") && /^".+"$/.test(style.content))
  .map((style) => style.content.slice(1, -1))"""
OPEN_ANSWERS = """() => {
  for (const answer of document.querySelectorAll(".mh-answer")) answer.open = true;
}"""
# Where a figure that a link leads to begins, and its caption, below the bar of the window.
LANDED = """async (name) => {
  location.hash = "";
  location.hash = name;
  await new Promise(requestAnimationFrame);
  const picture = document.querySelector(`.cell_output:has(> #${name})`);
  const caption = document.querySelector(`figure:has(#${name}) .mh-caption`);
  const bar = document.querySelector(".bd-header-article").getBoundingClientRect().height;
  return { bar, picture: picture.getBoundingClientRect().top,
    caption: caption.getBoundingClientRect().top };
}"""
# What is wider than its box: no code on a wide page, and else only what keys can scroll and what
# fades where there is more, but no line that a cell printed.
CUT = """async () => {
  for (const _ of "12") await new Promise(requestAnimationFrame);  // observers have seen the sizes
  const isRight = (box) => box.tabIndex === 0 && box.matches(".mh-more-after:not(:has(.mh-line))")
    && !(innerWidth > 1000 && box.closest(".cell_input"));
  return [...document.querySelectorAll(".bd-article :is(pre, .pst-scrollable-table-container)")]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth)
    .filter((box) => !isRight(box)).map((box) => box.innerText);
}"""


def local_file(url: str) -> Path:
    return Path(url2pathname(unquote(urlsplit(url).path)))


@dataclass
class Seen:
    """What one visit to a page found; by theme and width where these matter."""

    name: str
    path: Path
    loaded: list[str]
    has_math: bool
    shift: float
    icons: set[str]
    landed: dict[int, dict[str, float]]
    overflow: dict[int, int]
    cut: dict[int, list[str]]
    violations: dict[tuple, list]
    requests: list[str]
    troubles: list[str]


def look_at(browser, site: Path, name: str) -> Seen:
    path = site / name
    figure = next((tag["id"] for tag in reversed(soup_of(path).select('[id^="fig-"]'))), "")
    with Visit(browser, path) as visit:
        page = visit.page
        seen = Seen(
            name=name,
            path=path,
            loaded=[*visit.requests],
            has_math=bool(soup_of(path).select("math")),  # in a template too
            shift=page.evaluate(SHIFTS),
            icons=set("".join(page.evaluate(ICONS))),
            landed={},
            overflow={},
            cut={},
            violations={},
            requests=visit.requests,
            troubles=visit.troubles,
        )
        for width in (1280, 360):
            visit.change("light", width)
            if figure:
                seen.landed[width] = page.evaluate(LANDED, figure)
            page.evaluate(OPEN_ANSWERS)
            seen.overflow[width] = page.evaluate(OVERFLOW)
            seen.cut[width] = page.evaluate(CUT)
        page.evaluate(KEEP_ONE_OF_A_KIND)
        for state in reversed(RULES):  # the last one is what it shows
            visit.change(*state)
            seen.violations[state] = violations(page, *state)
        return seen


@pytest.fixture(scope="module", params=PAGES)
def seen(request, browser, site) -> Seen:
    return look_at(browser, site, request.param)


def test_every_source_has_its_page(site):
    assert SOURCES, "no sources found"
    missing = [s.name for s in SOURCES if not (site / "book" / f"{s.stem}.html").is_file()]
    assert not missing


def test_a_page_needs_no_network_and_has_no_trouble(seen):
    local = ("file", "data", "blob")
    assert [url for url in seen.requests if urlsplit(url).scheme not in local] == []
    assert seen.troubles == []


def test_a_page_is_light(seen):
    files = {local_file(u) for u in seen.loaded if u.startswith("file:")}
    favicons = soup_of(seen.path).select("link[rel~=icon]")
    files |= {seen.path.parent / urlsplit(link["href"]).path for link in favicons}
    assert_light(sum(map(transferred, files)), PAGE_WITH_MATH if seen.has_math else PAGE)


def transferred(file: Path) -> int:
    """Count the bytes that a server sends, which compresses text but no font and no picture."""
    data = file.read_bytes()
    return len(gzip.compress(data, 6) if file.suffix in COMPRESSED else data)


@cache
def characters(font: Path) -> set[str]:
    return set(map(chr, TTFont(font).getBestCmap()))


def test_a_page_keeps_still_while_it_loads(seen):
    assert seen.shift <= 0.01


def test_the_font_of_icons_has_those_of_a_page(seen, site):
    assert len(seen.icons) > 4 or seen.path.name == "404.html"  # which stands alone
    assert seen.icons <= characters(site / "_static" / ICON_FONT)


def test_a_link_to_a_figure_shows_the_picture_and_its_caption(seen):
    assert seen.landed or seen.name not in CHAPTERS
    for at in seen.landed.values():
        assert at["bar"] - 1 <= at["picture"] < 300
        assert at["bar"] - 1 <= at["caption"] < 900


def test_a_page_fits_every_width(seen):
    assert {width: px for width, px in seen.overflow.items() if px > 0} == {}
    assert {width: texts for width, texts in seen.cut.items() if texts} == {}


def test_a_page_is_accessible(seen):
    assert {state: found for state, found in seen.violations.items() if found} == {}


@pytest.mark.parametrize("page", PAGES)
def test_links_and_anchors_resolve(site, page):
    dead = []
    for tag in soup_of(site / page).select("[href]:not(base), [src]"):
        link = tag.get("href") or tag.get("src") or ""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or (tag.name == "a" and link in ("", "#")):
            continue
        target = (site / page).parent / unquote(parts.path) if parts.path else site / page
        if not target.is_file():
            dead.append(link)
        elif parts.fragment and target.suffix == ".html":
            missing = unquote(parts.fragment) not in ids_of(target.resolve())
            dead += [link] * missing
    assert dead == []


@pytest.mark.parametrize("page", PAGES)
def test_pictures_say_what_they_show(site, page):
    article = soup_of(site / page).select_one("article")
    if article is None:
        return
    pictures = article.select("img, svg[role=img], canvas")
    texts = [p.get("alt") or p.get("aria-label") or "" for p in pictures if p.name != "canvas"]
    short = [text for text in texts if len(text.split()) < SENTENCE]
    assert short == [], "a reader who cannot see a picture hears this: say what it shows"
    bare = [str(s)[:80] for s in article.select("svg:not([role=img]):not([aria-hidden])")]
    assert bare == []


CUT_CODE = """() => {
  for (const fold of document.querySelectorAll("article details"))
    if (!fold.closest("[data-mh-widget]")) fold.open = true;
  const clips = (node) => getComputedStyle(node).overflowX !== "visible";
  const cut = [];
  for (const code of document.querySelectorAll("article .cell_input pre")) {
    const words = document.createRange();
    words.selectNodeContents(code);
    let around = code.parentElement;
    while (around && !clips(around)) around = around.parentElement;
    const edge = Math.max(0, around?.getBoundingClientRect().x ?? 0);
    const begin = words.getBoundingClientRect().x;
    if (code.checkVisibility() && begin < edge) cut.push(code.textContent);
  }
  return cut;
}"""


@pytest.mark.parametrize("width", [360, 1280])
def test_no_letter_of_code_in_an_opened_fold_is_cut(open_page, width):
    page = open_page("09-what-drives-heads-apart", viewport={"width": width, "height": 800})
    assert page.evaluate(CUT_CODE) == []


@pytest.mark.parametrize(
    ("name", "selector"),
    [
        ("notation", ".pst-scrollable-table-container"),
        ("17-a-tiny-language", "[data-mh-widget] details > .mh-scroll"),
    ],
)
def test_a_wide_table_fades_where_there_is_more_and_not_for_the_keyboard(open_page, name, selector):
    page = open_page(name, viewport={"width": 360, "height": 800})
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    table = page.locator(selector).last
    for place, sides in ((0, {"after"}), (40, {"after", "before"}), (9999, {"before"})):
        table.evaluate("(box, place) => { box.scrollLeft = place }", place)
        for side in ("before", "after"):
            wanted = expect(table)
            check = wanted.to_contain_class if side in sides else wanted.not_to_contain_class
            check(f"mh-more-{side}")
        assert "gradient" in table.evaluate("box => getComputedStyle(box).maskImage")
    page.keyboard.press("Tab")  # a ring shows for what keys reach
    table.focus()
    assert table.evaluate("box => getComputedStyle(box).maskImage") == "none"


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_name_and_no_formula_of_a_table_breaks(open_page, width):
    page = open_page("notation", viewport={"width": width, "height": 800})
    names = page.locator(".bd-article :is(th, td) :is(code .pre, math)")
    assert names.count() > 60
    broken = names.evaluate_all("all => all.filter((name) => name.getClientRects().length > 1)")
    assert broken == []
    assert page.evaluate(OVERFLOW) == 0
