"""A snapshot of what is visible of a widget, to tell whether it changed."""

from playwright.sync_api import Locator

# What a reader sees and hears of a widget: the status, then each visible element with its
# attributes, its own text, what it is set to and, as a checksum, what is drawn on it.
SNAPSHOT = """(root) => {
  const status = root.querySelector("[role=status]");
  const visible = [...root.querySelectorAll(".mh-widget, .mh-widget *")].filter((node) =>
    node.checkVisibility() && !status?.contains(node) && !node.matches("style, script"));
  const checksum = (text) => [...text].reduce((a, c) => (31 * a + c.charCodeAt(0)) | 0, 0);
  return [status?.innerText, ...visible.map((node) => [
    node.tagName.toLowerCase(),
    [...node.classList].sort().join(" "),
    ...[...node.attributes].filter(({ name }) => !["class", "tabindex"].includes(name))
      .map(({ name, value }) => `${name}=${value}`).sort(),
    ...[...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
      .map((child) => child.data.trim()),
    ["INPUT", "SELECT", "TEXTAREA"].includes(node.tagName) ? node.value : "",
    node.tagName === "CANVAS" ? checksum(node.toDataURL()) : "",
  ].filter((text) => text !== "").join(" "))];
}"""


def snapshot(widget: Locator) -> list[str]:
    """What a reader sees and hears of a widget, its status first, once it knows its width."""
    frame = "() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
    widget.page.evaluate(frame)
    return widget.evaluate(SNAPSHOT)
