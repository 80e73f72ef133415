"""What every widget's tests do alike: reach it as anyone would, drop it, time it."""

from axe_playwright_python.sync_playwright import Axe

# Binary traits as JavaScript gets them live: a DataView that starts at an odd byte.
GET = """
  const view = (text) => {
    const raw = Buffer.from(text, "base64"), whole = new Uint8Array(raw.length + 3);
    whole.set(raw, 3);
    return new DataView(whole.buffer, 3);
  };
  const get = (name) => (d.bytes[name] === undefined ? d.state[name] : view(d.bytes[name]));
"""

SMALL = """nodes => nodes.filter((node) => {
  const { width, height } = node.getBoundingClientRect();
  return width < 43.9 || height < 43.9;
}).map((node) => node.outerHTML)"""

UNGUARDED = """nodes => nodes.filter((node) => !node.hasAttribute("data-lm-suppress-shortcuts"))
  .map((node) => node.outerHTML)"""

LISTENERS = """async () => {
  const data = document.querySelector('[type="application/json"]');
  const bundle = JSON.parse(data.textContent);
  const blob = new Blob([bundle.esm], { type: "text/javascript" });
  const m = await import(URL.createObjectURL(blob));
  for (const [name, packed] of Object.entries(bundle.buffers)) {
    bundle.state[name] = await m.inflate(packed);
  }
  const model = m.staticModel(bundle.state), el = document.createElement("div");
  let listeners = 0;
  const on = (...a) => { listeners++; model.on(...a); };
  const off = (...a) => { listeners--; model.off(...a); };
  document.body.append(el);
  const cleanup = m.default.render({ model: { ...model, on, off }, el });
  const before = [listeners, el.classList.contains("mh-dark")];
  cleanup();
  document.documentElement.dataset.theme = "dark";
  await new Promise((done) => setTimeout(done, 50));
  return [...before, listeners, el.classList.contains("mh-dark")];
}"""


def assert_anyone_can_use(page, width: int) -> None:
    """No violation for axe, no overflow, every control 44 px and safe from Jupyter's shortcuts."""
    found = Axe().run(page, options={"preload": False}).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(":is(button, input, summary):visible").evaluate_all(SMALL) == []
    assert page.locator("button, input, summary").evaluate_all(UNGUARDED) == []


def assert_dropped_it_listens_to_nothing(page) -> None:
    """A widget that Jupyter removes leaves no listener on its model nor on the page's theme."""
    during, dark, after, dark_after = page.evaluate(LISTENERS)
    assert (during > 0, dark, after, dark_after) == (True, False, 0, False)


def toggle_times(page, action: str, heads: list[int]) -> list[float]:
    """CPU milliseconds that ``action`` on each head's button costs, its drawing included."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    frame = "() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
    times = []
    for head in heads:
        start = busy()
        page.locator(".mh-head").nth(head).evaluate(action)
        page.evaluate(frame)
        times.append(busy() - start)
    return times
