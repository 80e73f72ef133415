"""What every widget's tests do alike: look at it, reach it as anyone would, drop it."""

import re
from collections.abc import Callable

from accessibility import violations
from multihead import widgets
from multihead.widgets.base.bundle import bundle
from multihead.widgets.base.widget import BASE
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as NotInTime

from tools.browser.widget_snapshot import SNAPSHOT, snapshot

# What would run, end a script, break a line or turn the text around, were it more than text.
HOSTILE = "</script><img src=x onerror=\"document.title='owned'\">'\u2028\u202e&amp;"

SMALL = """nodes => nodes.filter((node) => {
  const { width, height } = node.getBoundingClientRect();
  return width < 43.9 || height < 43.9;
}).map((node) => node.outerHTML)"""

UNGUARDED = """nodes => nodes.filter((node) => !node.hasAttribute("data-lm-suppress-shortcuts"))
  .map((node) => node.outerHTML)"""

# Draws a page's first widget once more, drops it as Jupyter does, and counts what it holds on to
# outside its own element: before, and after.
HELD = """async (code) => {
  const data = document.querySelector('[type="application/json"]');
  const bundle = JSON.parse(data.textContent);
  const blob = new Blob([code], { type: "text/javascript" });
  const m = await import(URL.createObjectURL(blob));
  for (const [name, packed] of Object.entries(bundle.packed)) {
    bundle.state[name] = await m.inflate(packed);
  }
  for (const [name, bytes] of Object.entries(bundle.bytes)) {
    bundle.state[name] = new DataView(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)).buffer);
  }
  const held = { model: new Set(), page: new Set(), observers: new Set(), later: new Set() };

  const model = m.staticModel(bundle.state);
  const { on, off } = model;
  const key = (...parts) => parts.map((x) => {
    if (typeof x === "string") return x;
    names.set(x, names.get(x) ?? names.size);
    return names.get(x);
  }).join();
  const names = new Map();
  model.on = (event, f) => { held.model.add(key(event, f)); on(event, f); };
  model.off = (event, f) => { held.model.delete(key(event, f)); off(event, f); };

  const own = (target) => target instanceof Element && (!target.isConnected || el.contains(target));
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (event, f, ...rest) {
    if (!own(this)) held.page.add(key(this, event, f));
    add.call(this, event, f, ...rest);
  };
  EventTarget.prototype.removeEventListener = function (event, f, ...rest) {
    held.page.delete(key(this, event, f));
    remove.call(this, event, f, ...rest);
  };
  for (const { prototype } of [MutationObserver, ResizeObserver, IntersectionObserver]) {
    const { observe, disconnect } = prototype;
    prototype.observe = function (...a) { held.observers.add(this); observe.apply(this, a); };
    prototype.disconnect = function () { held.observers.delete(this); disconnect.call(this); };
  }
  for (const [start, stop] of [["setTimeout", "clearTimeout"],
                               ["requestAnimationFrame", "cancelAnimationFrame"]]) {
    const [begin, end] = [window[start], window[stop]];
    window[start] = (f, ...rest) => {
      const id = begin((...a) => { held.later.delete(start + id); f(...a); }, ...rest);
      held.later.add(start + id);
      return id;
    };
    window[stop] = (id) => { held.later.delete(start + id); end(id); };
  }

  const el = document.createElement("div");
  document.body.append(el);
  const count = () => Object.entries(held).map(([kind, all]) => [kind, all.size]);
  const cleanup = m.default.render({ model, el });
  const before = count();
  cleanup();
  return [before, count()].map(Object.fromEntries);
}"""


SHIFTS = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const unasked = list.getEntries().filter((shift) => !shift.hadRecentInput);
    done(unasked.reduce((sum, shift) => sum + shift.value, 0));
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 300); // there was none
})"""


def moved_by_itself(page) -> float:
    """How much of the page has moved unasked, which browsers count as the layout's shift."""
    return page.evaluate(SHIFTS)


COUNT = """() => {
  window.drawings = [];
  const all = [...document.querySelectorAll("canvas")];
  for (const name of ["putImageData", "lineTo"]) {
    const draw = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      const { ariaLabel, classList } = this.canvas;
      if (!classList.contains("mh-mark"))
        window.drawings.push([name, ariaLabel, all.indexOf(this.canvas)]);
      return draw.apply(this, given);
    };
  }
}"""


def count_drawings(page) -> Callable[[], list[list]]:
    """What is drawn from now on but marks: the method, the picture's description, its place."""
    page.evaluate(COUNT)
    return lambda: page.evaluate("window.drawings")


def show(widget: Locator) -> None:
    """Scroll to a widget: some do their work only where someone can see it."""
    widget.locator(".mh-runs, [role=status]").first.scroll_into_view_if_needed()


def wait_for_view(widget: Locator, expected: list[str]) -> None:
    """Wait until a widget looks as expected, but for the status: that says what changed last."""
    element = widget.element_handle()
    show(widget)
    same = f"([node, text]) => JSON.stringify(({SNAPSHOT})(node).slice(1)) === text"
    try:
        text = widget.page.evaluate("JSON.stringify", expected[1:])
        widget.page.wait_for_function(same, arg=[element, text])
    except NotInTime:
        assert snapshot(widget)[1:] == expected[1:]


def wait_for_status(widget: Locator, text: str) -> None:
    """Wait until the status has a text, given as a regular expression."""
    show(widget)
    expect(widget.get_by_role("status")).to_have_text(re.compile(text))


def assert_anyone_can_use(page, theme: str, width: int) -> None:
    """No violation for axe, no overflow, every control 44 px and safe from Jupyter's shortcuts."""
    assert violations(page, theme, width) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    controls = "button, input, select, summary, textarea"
    assert page.locator(f":is({controls}):visible").evaluate_all(SMALL) == []
    assert page.locator(controls).evaluate_all(UNGUARDED) == []


def module_on(page) -> str:
    """The code of the first widget on a page, with static.js, as a module."""
    name = page.locator("[data-mh-widget]").first.get_attribute("data-mh-widget")
    return bundle(getattr(widgets, name).folder / "view.js", BASE / "static.js")


def assert_dropped_it_listens_to_nothing(page) -> None:
    """A widget that Jupyter removes holds on to neither its model nor the page, now or later."""
    before, after = page.evaluate(HELD, module_on(page))
    assert before["model"] > 0
    assert before["page"] > 0
    assert before["observers"] > 0
    assert after == dict.fromkeys(before, 0)
