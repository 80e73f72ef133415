// Follow the theme of the website, of JupyterLab or of the system.

function isDark(el) {
  // In forced colours no theme shows.
  if (matchMedia("(forced-colors: active)").matches)
    return matchMedia("(prefers-color-scheme: dark)").matches;
  const { theme } = document.documentElement.dataset;
  const { jpThemeLight } = document.body.dataset;
  if (theme) return theme === "dark";
  if (jpThemeLight) return jpThemeLight === "false";
  const [r, g, b] = getComputedStyle(el)
    .color.match(/[\d.]+/g)
    .map(Number);
  return 0.3 * r + 0.6 * g + 0.1 * b > 128; // light letters: a dark page
}

/** Keep the class `mh-dark` right on `el`; call `update(dark)` when it turns. Returns the undo. */
export function followTheme(el, update) {
  let dark;
  const check = () => {
    if (dark === isDark(el)) return;
    dark = isDark(el);
    el.classList.toggle("mh-dark", dark);
    update(dark);
  };
  const watcher = new MutationObserver(check);
  const attributeFilter = ["data-theme", "data-jp-theme-light"];
  for (const node of [document.documentElement, document.body])
    watcher.observe(node, { attributeFilter });
  const system = ["prefers-color-scheme: dark", "forced-colors: active"].map((feature) =>
    matchMedia(`(${feature})`),
  );
  for (const query of system) query.addEventListener("change", check);
  check();
  return () => {
    watcher.disconnect();
    for (const query of system) query.removeEventListener("change", check);
  };
}
