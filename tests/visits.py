"""Visits to built pages, without network, and all that went wrong during each."""

from pathlib import Path

from browser import wait_for_widgets
from playwright.sync_api import expect

# A browser that has no room left for a page, and one that keeps nothing for it.
FULL = """Storage.prototype.setItem = () => {
  throw Error("QuotaExceededError");
}"""
BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(globalThis, name, {
    get() {
      throw Error("SecurityError");
    },
  });
"""
# How far the page can be scrolled sideways, in pixels.
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Two frames later, what follows the theme and the width is on its way; buttons fade to it.
DRAWN = """async () => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  for (const fading of document.getAnimations())
    if (fading instanceof CSSTransition) fading.finish();
}"""
# The theme lets the keyboard reach what scrolls, 300 ms after the width has changed.
REACHED = """async () => {
  const scrolls = [...document.querySelectorAll(
    "pre, .cell_output > .output, .pst-scrollable-table-container")];
  const isMissed = (node) => node.scrollWidth > node.clientWidth && node.tabIndex !== 0;
  for (const end = Date.now() + 30000; Date.now() < end && scrolls.some(isMissed); )
    await new Promise((later) => setTimeout(later, 20));
}"""

# How much of what the reader already saw moved while the page loaded, as browsers count it.
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) sum += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 50);
})"""


class Visit:
    """One page opened without network, what it asked for, and all problems since."""

    def __init__(self, browser, path: Path, *, theme: str = "light", width: int = 1280):
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=theme, offline=True
        )
        self.page = self.context.new_page()
        self.theme_and_width = theme, width
        self.requests, self.troubles = [], []
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.on("requestfailed", self.failed)
        self.page.on("pageerror", lambda e: self.troubles.append(f"error: {e}"))
        self.page.on(
            "console",
            lambda m: m.type in ("error", "warning") and self.troubles.append(m.text),
        )
        self.page.goto(path.as_uri())
        self.page.wait_for_load_state("load")
        # Widgets draw themselves after the page has loaded.
        wait_for_widgets(self.page)

    def failed(self, request) -> None:
        """Note a request that failed, unless the next page cut it short, as it may an icon."""
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"failed: {request.url}, {request.failure}")

    def change(self, theme: str, width: int) -> None:
        """Show the page in another theme and width; what it does about that is done after."""
        if self.theme_and_width == (theme, width):
            self.page.evaluate(REACHED)
            return
        self.theme_and_width = theme, width
        self.page.emulate_media(color_scheme=theme)
        self.page.set_viewport_size({"width": width, "height": 900})
        if self.page.url.endswith("/404.html"):  # it stands alone, and looks once at the theme
            self.page.reload()
        expect(self.page.locator("html")).to_have_attribute("data-theme", theme)
        self.page.evaluate(DRAWN)
        self.page.evaluate(REACHED)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.context.close()


def read_to_the_end(page) -> None:
    """Bring each section of a chapter into view, and then its end."""
    for heading in page.locator("article h2").all():
        heading.scroll_into_view_if_needed()
    page.locator(".mh-finish").scroll_into_view_if_needed()
