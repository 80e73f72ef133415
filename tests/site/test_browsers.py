"""Every page in Firefox and WebKit, from a server as readers get it: no error, no overflow.

`test_site.py` opens every page in Chromium, and `widgets/test_embed.py` uses the widgets.
"""

import pytest
from browser_engines import READY
from built_pages import CHAPTERS, PAGES
from page_server import serving

OVERFLOW = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return [innerWidth, scrollWidth - clientWidth];
}"""
MATH = """async () => {
  const drawn = [...document.querySelectorAll("math")].filter((math) => math.checkVisibility());
  const fonts = await document.fonts.ready;
  const loaded = [...fonts].some((f) => f.family.includes("Math") && f.status === "loaded");
  return loaded === drawn.length > 0
    && drawn.every((math) => math.getBoundingClientRect().height > 0);
}"""

# The others look the same in Chromium, which sees them all. Chapter 15 once crashed WebKit.
FIRST = {"index.html", CHAPTERS[14]}
OPEN_AND_CLOSE = """() => {
  for (const open of [true, false])
    for (const fold of document.querySelectorAll("article details")) {
      fold.open = open;
      fold.getBoundingClientRect(); // lays the page out
    }
}"""
EVERY = [page if page in FIRST else pytest.param(page, marks=pytest.mark.long) for page in PAGES]


@pytest.fixture(scope="module")
def address(site):
    """Where the site is served."""
    with serving(site) as address:
        yield address


@pytest.mark.parametrize("page", EVERY)
def test_a_page_works_and_fits(window, address, page):
    window.resize(1280)
    window.go(f"{address}/{page}")
    window.wait_for(READY)
    assert window.ask(MATH)
    assert window.ask(OVERFLOW) == [1280, 0]
    window.ask(OPEN_AND_CLOSE)
    window.resize(360)
    window.wait_for("() => innerWidth === 360")
    assert window.ask(OVERFLOW) == [360, 0]
    assert window.ask("() => wentWrong") == []


def test_a_page_works_from_a_file(window, site):
    window.go((site / "book" / "03-money-bank.html").as_uri())
    window.wait_for("() => document.querySelector('[data-ready] .mh-widget') !== null")
