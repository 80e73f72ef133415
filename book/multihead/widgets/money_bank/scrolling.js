const REACHABLE = { tabindex: "0", role: "group", "aria-label": "Scrolls sideways" };

/** Lets the keyboard reach what is too wide for its place, and so scrolls. */
export function scrollWatcher() {
  return new ResizeObserver((entries) => {
    for (const { target } of entries) markIfWide(target);
  });
}

function markIfWide(node) {
  const wide = node.scrollWidth > node.clientWidth + 1;
  for (const [name, value] of Object.entries(REACHABLE))
    if (wide) node.setAttribute(name, value);
    else node.removeAttribute(name);
}
