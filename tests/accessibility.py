"""What axe finds wrong on a page, in the themes and widths in which the tests look at it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

COLOURS = ["color-contrast", "link-in-text-block"]
ALL_BUT_COLOURS = {"rules": {rule: {"enabled": False} for rule in COLOURS}}
ONLY_COLOURS = {"runOnly": COLOURS}
ALL = {}
# A phone shows the same colours; in the dark only they are others.
RULES = {("light", 1280): ALL, ("dark", 1280): ONLY_COLOURS, ("light", 360): ALL_BUT_COLOURS}
# Listing what passed would take most of the time on a page with many numbers.
OPTIONS = {"preload": False, "resultTypes": ["violations"]}
# Axe is slow at colours, so it sees one of each kind of text: what computes to the same letters,
# colours and shadows, in elements that do, and stands on the same grounds. What paints no ground
# and has no place of its own is no ground. A kind that was right on one page is right on the next.
MARK_NEW_KINDS = """(known) => {
  const looks = new Map(), kinds = new Set(known), found = [];
  const CLEAR = "rgba(0, 0, 0, 0)";
  const paints = (s) => s.backgroundColor !== CLEAR || s.backgroundImage !== "none";
  const look = (node) => {
    if (!looks.has(node)) {
      const [s, ...around] = [null, "::before", "::after"].map((p) => getComputedStyle(node, p));
      const isGround = paints(s) || s.opacity !== "1" || s.position !== "static" ||
        s.transform !== "none" || s.float !== "none" ||
        around.some((part) => part.content !== "none" && paints(part));
      const text = [s.color, s.fontSize, s.fontWeight, s.textDecoration, s.textShadow].join();
      const ground = [node.tagName, node.getAttribute("class"), node.getAttribute("style"),
        s.backgroundColor, s.backgroundImage, s.opacity].join();
      looks.set(node, { text, ground: isGround ? ground : "" });
    }
    return looks.get(node);
  };
  const says = (node) => [...node.childNodes]
    .some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
  const visible = (node) => node.checkVisibility({ visibilityProperty: true }) && says(node);
  for (const node of [...document.body.querySelectorAll("*")].filter(visible)) {
    const chain = [node.matches("a, a *"), look(node).text, look(node.parentElement).text];
    for (let at = node; at; at = at.parentElement) chain.push(look(at).ground);
    const kind = chain.filter((one) => one !== "").join(";");
    for (const marked of [node, node.closest("a") ?? node])
      marked.toggleAttribute("data-new-kind", !kinds.has(kind));
    if (!kinds.has(kind)) found.push(kind);
    kinds.add(kind);
  }
  return found;
}"""
ONLY_NEW_KINDS = """() => axe.configure({ rules: [
  { id: "color-contrast", selector: "[data-new-kind]" },
  { id: "link-in-text-block", selector: "a[href][data-new-kind]" }] })"""
RUN = """async (options) => {
  const { violations } = await axe.run(document, options);
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target)]);
}"""
known_kinds: set[str] = set()  # of text whose colours were right, with the colours themselves


def violations(page: Page, theme: str = "light", width: int = 1280) -> list:
    """Return what breaks a rule that this theme and width are looked at for."""
    rules = RULES[theme, width]
    new_kinds = [] if rules is ALL_BUT_COLOURS else page.evaluate(MARK_NEW_KINDS, [*known_kinds])
    if rules is ONLY_COLOURS and not new_kinds:
        return []
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
        page.evaluate(ONLY_NEW_KINDS)
    broken = page.evaluate(RUN, OPTIONS | rules)
    if not {rule for rule, _ in broken} & {*COLOURS}:
        known_kinds.update(new_kinds)
    return broken
