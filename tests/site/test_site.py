"""The built site as a reader sees it: offline, at two widths, in light and dark."""

import gzip
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

import pytest
from accessibility import RULES, violations
from built_pages import PAGES, Visit, soup_of
from conftest import ROOT
from fontTools.ttLib import TTFont
from playwright.sync_api import expect

from tools.downloads.book_pages import pages_in_order

SOURCES = sorted(p for p in (ROOT / "book").glob("*") if p.suffix in {".md", ".ipynb"})
ICON_FONT = "vendor/fontawesome/webfonts/fa-solid-900.woff2"
COMPRESSED = {".html", ".css", ".js", ".svg"}
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

# How much of what the reader already saw moved while the page loaded, as browsers count it.
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) sum += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 50);
})"""
# The characters that the page draws in the icons' own font, before or after an element.
ICONS = """() => [...document.querySelectorAll("*")]
  .flatMap((element) => ["::before", "::after"].map((part) => getComputedStyle(element, part)))
  .filter((style) => style.fontFamily.includes("Font Awesome") && /^".+"$/.test(style.content))
  .map((style) => style.content.slice(1, -1))"""


@cache
def ids_of(page: Path) -> set[str]:
    return {tag["id"] for tag in soup_of(page).select("[id]")}


def local_file(url: str) -> Path:
    return Path(url2pathname(unquote(urlsplit(url).path)))


def test_every_source_has_its_page(site):
    assert SOURCES, "no sources found"
    missing = [s.name for s in SOURCES if not (site / "book" / f"{s.stem}.html").is_file()]
    assert not missing


@pytest.mark.parametrize("page", PAGES)
def test_a_page_needs_no_network_and_is_light_and_whole(browser, site, page):
    with Visit(browser, site / page) as visit:
        foreign = [u for u in visit.requests if urlsplit(u).scheme not in ("file", "data", "blob")]
        assert foreign == []
        assert visit.troubles == []
        files = {local_file(u) for u in visit.requests if u.startswith("file:")}
        favicons = soup_of(site / page).select("link[rel~=icon]")
        files |= {(site / page).parent / urlsplit(link["href"]).path for link in favicons}
        has_math = visit.page.locator("math").count() > 0
        assert sum(map(transferred, files)) <= (400_000 if has_math else 200_000)
        assert visit.page.evaluate(SHIFTS) <= 0.05
        icons = set("".join(visit.page.evaluate(ICONS)))
        assert len(icons) > 5 or page == "404.html"  # which stands alone
        assert icons <= characters(site / "_static" / ICON_FONT)


def transferred(file: Path) -> int:
    """Count the bytes that a server sends, which compresses text but no font and no picture."""
    data = file.read_bytes()
    return len(gzip.compress(data, 6) if file.suffix in COMPRESSED else data)


@cache
def characters(font: Path) -> set[str]:
    return set(map(chr, TTFont(font).getBestCmap()))


@pytest.mark.parametrize(("theme", "width"), RULES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_accessible(browser, site, page, width, theme):
    with Visit(browser, site / page, theme=theme, width=width) as visit:
        assert visit.page.locator("html").get_attribute("data-theme") == theme
        visit.page.locator(".mh-answer").evaluate_all(
            "all => all.forEach((a) => { a.open = true; })"
        )
        overflow = visit.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert overflow <= 0
        cut = "all => all.filter(c => c.scrollWidth > c.clientWidth).map(c => c.innerText)"
        assert visit.page.locator(".cell_input pre").evaluate_all(cut) == []
        visit.page.evaluate(KEEP_ONE_OF_A_KIND)
        assert violations(visit.page, theme, width) == []


# Whether what has the focus, or the part of it that can be clicked, has a ring or a shadow.
HAS_RING = """() => [null, "::after"].some((part) => {
  const style = getComputedStyle(document.activeElement, part);
  return style.outlineStyle !== "none" || style.boxShadow !== "none";
})"""


@pytest.mark.parametrize("width", [1280, 360])
def test_whoever_tabs_through_a_page_sees_where_they_are(browser, site, width):
    with Visit(browser, site / "index.html", width=width) as visit:
        stops = 0
        visit.page.keyboard.press("Tab")
        while (tag := visit.page.evaluate("document.activeElement.outerHTML"))[:5] != "<body":
            assert visit.page.evaluate(HAS_RING), tag[:200]
            visit.page.keyboard.press("Tab")
            stops += 1
        assert stops > 20


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
    assert all(len(text.split()) >= 5 for text in texts), texts
    bare = [str(s)[:80] for s in article.select("svg:not([role=img]):not([aria-hidden])")]
    assert bare == []


def test_the_site_works_from_any_folder(browser, site, tmp_path):
    """For example after unpacking a zip into a folder with spaces and accents."""
    copy = tmp_path / "Ünïcode folder (1)"
    copy.symlink_to(site, target_is_directory=True)
    with Visit(browser, copy / "index.html") as visit:
        visit.page.get_by_role("link", name="Notation").first.click()
        assert visit.page.locator("article h1").inner_text().startswith("Notation")
        assert visit.troubles == []


def test_dark_and_light_can_be_chosen(browser, site):
    with Visit(browser, site / "index.html") as visit:
        seen = set()
        for _ in range(3):
            visit.page.get_by_role("button", name="Color mode").first.click()
            seen.add(visit.page.locator("html").get_attribute("data-theme"))
        assert seen == {"light", "dark"}


# ---- The home page ---------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1280, 360])
def test_the_first_screen_asks_the_question_and_shows_it(browser, site, width):
    with Visit(browser, site / "index.html", width=width) as visit:
        visit.page.set_viewport_size({"width": width, "height": 800})
        question, widget = visit.page.locator("article h1"), visit.page.locator(".mh-two")
        train, status = widget.get_by_role("button"), widget.get_by_role("status")
        expect(status).to_contain_text("equal to the last bit. The others do two jobs")
        expect(train).to_have_text("Train again")
        assert "?" in question.inner_text()
        for part in (question, *widget.locator("canvas").all(), train, status):
            box = part.bounding_box()
            assert 0 <= box["y"] <= box["y"] + box["height"] <= 800, part
        train.click()
        expect(train).to_have_text("Pause")
        expect(train).to_have_text("Train again")
        assert visit.page.evaluate("scrollY") == 0
        box = status.bounding_box()
        assert box["y"] + box["height"] <= 800


def test_home_has_a_start_and_a_card_with_a_finding_for_each_chapter(site):
    home = soup_of(site / "index.html").select_one("article")
    chapters = [name for name, _ in pages_in_order() if re.match(r"book/\d\d-", name)]
    assert home.find("a", string="Start")["href"] == f"{chapters[0]}.html"
    cards = home.select(".sd-card")
    links = [card.select_one("a[href]")["href"] for card in cards]
    assert links == [f"{name}.html" for name in chapters]
    for card, name in zip(cards, chapters, strict=True):
        title = soup_of(site / f"{name}.html").select_one("h1").get_text().rstrip("#")
        assert card.select_one(".sd-card-title").get_text(strip=True) == title
        finding = card.select_one("p.sd-card-text").get_text(strip=True)
        assert 5 <= len(finding.split()) <= 30
        assert finding.count(".") == 1, "one sentence"
    headings = [h2.get_text().rstrip("#") for h2 in home.select("h2")]
    assert headings[1:] == ["For readers", "For runners", "For instructors"]


def test_the_launch_button_appears_only_with_a_known_address(site):
    """It needs the repository's address."""
    html = (site / "book" / "01-self-attention.html").read_text("utf-8")
    known = "github.com" in html
    assert ("mybinder.org" in html) == known
