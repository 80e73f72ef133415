"""Which texts of a page cannot be read in forced colours, as in the contrast themes of Windows."""

from playwright.sync_api import Page

LEAST = 4.5  # to 1, as WCAG asks of text
# A text in forced colours stands on a plate of the system's ground, whatever is painted below it;
# one that keeps its own colours stands on what is painted. Both are mixed by a canvas, as the page
# mixes them. Disabled controls may be faint.
UNREADABLE = """(least) => {
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement("p"));
  probe.style.background = "Canvas";
  const canvas = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const luminance = (layers) => {
    for (const layer of layers) {
      brush.fillStyle = layer;
      brush.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((c) => (c <= 10 ? c / 3294 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grounds = (node) => {
    const style = getComputedStyle(node);
    if (style.forcedColorAdjust !== "none") return [canvas];
    const below = node.parentElement ? grounds(node.parentElement) : [canvas];
    return [...below, style.backgroundColor];
  };
  const says = (node) => [...node.childNodes]
    .some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  const IGNORED = "option, script, style, noscript, :disabled";
  const visible = (node) => says(node) && !node.closest(IGNORED)
    && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const contrasts = [...document.body.querySelectorAll("*")].filter(visible).map((node) => {
    const { color, fill } = getComputedStyle(node);
    const layers = grounds(node);
    const ink = node instanceof SVGElement ? fill : color;
    const [low, high] = [luminance(layers), luminance([...layers, ink])].sort((a, b) => a - b);
    return [node.outerHTML.slice(0, 120), ink, layers.join(), (high + 0.05) / (low + 0.05)];
  });
  return [contrasts.length, contrasts.filter(([, , , contrast]) => contrast < least)];
}"""


def assert_readable_in_forced_colours(page: Page) -> None:
    """Look at a page of forced colours in a light and a dark palette of the system."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, forced_colors="active")
        count, unreadable = page.evaluate(UNREADABLE, LEAST)
        assert count
        assert unreadable == [], scheme
