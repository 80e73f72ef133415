// What every widget shares: colours, numbers, token labels, native controls, tables, the theme.
// No state lives here; text reaches the page only as text nodes.

// ---- Colours and numbers -------------------------------------------------------------------

// Okabe & Ito's palette (with its grey, without its yellow, which is lost on white).
const PALETTE = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", null, "#999999"];

/** The colour that goes with a head's number; the seventh is the colour of the text. */
export function headColour(head, dark) {
  return PALETTE[head % PALETTE.length] ?? (dark ? "#FFFFFF" : "#000000");
}

// From the page's ground to the strongest; blue is more, vermilion less.
export const STOPS = {
  light: { more: ["#FFFFFF", "#A9D3EC", "#56B4E9", "#0072B2", "#00253D"], less: ["#FFFFFF", "#FBD0B0", "#F08A45", "#D55E00", "#4A2000"] },
  dark: { more: ["#12171D", "#0B3A57", "#0072B2", "#56B4E9", "#FFFFFF"], less: ["#12171D", "#552500", "#B04E00", "#F08A45", "#FFF3EA"] },
};

function mix(stops, at) {
  const place = at * (stops.length - 1), i = Math.min(Math.floor(place), stops.length - 2);
  const channel = (hex, c) => parseInt(hex.slice(1 + 2 * c, 3 + 2 * c), 16);
  return [0, 1, 2].map((c) => Math.round(channel(stops[i], c) * (1 - place + i) + channel(stops[i + 1], c) * (place - i)));
}

/** 511 colours for shades from -1 to 1, as pixels and as [r, g, b]. */
export function palette(dark) {
  const { more, less } = STOPS[dark ? "dark" : "light"];
  const colours = Array.from({ length: 511 }, (_, i) => mix(i < 255 ? less : more, Math.abs(i - 255) / 255));
  return { colours, pixels: Uint32Array.from(colours, ([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r) };
}

/** A number as Python's `format(x, ".3f")` gives it (ties to even); huge ones as 1.00e+30. */
export function fmt(x, digits = 3, plus = false) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "NaN" : x > 0 ? "∞" : "-∞";
  const size = Math.abs(x);
  const text = size < 1e6 ? toFixedEven(size, digits) : size.toExponential(Math.max(digits - 1, 0));
  if (/^[0.]*$/.test(text)) return text; // no -0.000
  return (x < 0 ? "-" : plus ? "+" : "") + text;
}

function toFixedEven(size, digits) {
  const text = size.toFixed(digits);
  const tie = /^50*$/.test(size.toFixed(100).split(".")[1].slice(digits));
  const odd = "13579".includes(text.at(-1));
  return tie && odd ? (Number(text) - 10 ** -digits).toFixed(digits) : text;
}

// ---- Tokens --------------------------------------------------------------------------------

const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A token as a reader can see it: blanks and controls get a sign, long ones an ellipsis. */
export function visible(token, max = Infinity) {
  if (token === "") return "∅";
  if (/^ +$/.test(token)) return "␣".repeat(Math.min(token.length, max));
  const shown = token.replace(/\r?\n/g, "⏎").replace(/\t/g, "⇥").replace(HIDDEN, "\uFFFD");
  if (shown.length <= max) return shown;
  const letters = Array.from(new Intl.Segmenter().segment(shown.slice(0, 40 * max)), (s) => s.segment);
  return letters.length <= max ? letters.join("") : letters.slice(0, max - 1).join("") + "…";
}

/** A token inside a sentence: its own direction cannot turn the words around it. */
export function isolate(text) {
  return `\u2068${text}\u2069`;
}

// ---- Elements ------------------------------------------------------------------------------

/** Make an element; `on…` attributes are listeners, strings among the children become text. */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** Replace text only where it differs, so that nothing is laid out or read aloud twice. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A native button. Give `aria-pressed` for one that stays down. */
export function button(label, onclick, attributes = {}) {
  const common = { type: "button", class: "mh-button", "data-lm-suppress-shortcuts": "" };
  return h("button", { ...common, onclick, ...attributes }, label);
}

/** Controls that belong together, under a name. */
export function group(name, ...nodes) {
  return h("div", { class: "mh-group", role: "group", "aria-label": name }, h("span", { class: "mh-name" }, name), ...nodes);
}

/** A native slider over 0…max with its name and a value in words. */
export function slider(label, max, oninput) {
  const value = h("span", { class: "mh-value" });
  const input = h("input", {
    type: "range", min: 0, max, step: 1, "aria-label": label, "data-lm-suppress-shortcuts": "",
    oninput: () => oninput(Number(input.value)),
  });
  const element = h("label", { class: "mh-slider" }, h("span", {}, `${label} `, value), input);
  const set = (number, words = String(number)) => {
    input.value = number;
    input.setAttribute("aria-valuetext", words);
    setText(value, words);
  };
  return { element, input, set };
}

/** The sentence that says what changed; screen readers read it, everyone can see it. */
export function statusLine() {
  return h("p", { role: "status", class: "mh-status" });
}

/** A table: `header` is one row of texts, each of `rows` starts with its own heading. */
export function table(caption, header, rows) {
  const cell = (text, i) => (i ? h("td", {}, h("bdi", {}, text)) : h("th", { scope: "row" }, h("bdi", {}, text)));
  return h("table", {},
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ...header.map((text) => h("th", { scope: "col" }, h("bdi", {}, text))))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))));
}

/** The table alternative: folded, and only built while open. Call `refresh` when data change. */
export function tableAlternative(summary, build) {
  const body = h("div", { class: "mh-scroll", tabindex: 0, role: "region", "aria-label": summary });
  const refresh = () => element.open && body.replaceChildren(build());
  const element = h("details", { class: "mh-table", ontoggle: () => refresh() },
    h("summary", { "data-lm-suppress-shortcuts": "" }, summary), body);
  return { element, refresh };
}

/** A colour scale: what it is of, a strip of `stops` from left to right, and ticks [place 0…1, text] below. */
export function colourScale(words, stops, ticks) {
  const strip = h("span", { class: "mh-strip" });
  strip.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  const marks = ticks.map(([at, text]) => {
    const mark = h("span", {}, text);
    mark.style.left = `${100 * at}%`;
    return mark;
  });
  return h("div", { class: "mh-scale" }, h("span", {}, words), h("span", { class: "mh-bar" }, strip, h("span", { class: "mh-ticks" }, ...marks)));
}

// ---- Canvas --------------------------------------------------------------------------------

export const FONT = "11px system-ui, sans-serif";

/** Size a canvas for the screen it is on and clear it; returns its context, in CSS pixels. */
export function prepare(canvas, { width, height }) {
  const scale = window.devicePixelRatio || 1, size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const ctx = canvas.getContext("2d");
  // A new size allocates anew and clears, which is too slow for every frame of an animation.
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  else ctx.setTransform(1, 0, 0, 1, 0, 0), ctx.clearRect(0, 0, size.width, size.height);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  ctx.font = FONT;
  return ctx;
}

/** A matrix as a picture of one pixel an entry; `scale` takes entries to -1…1, the style sheet makes it large. */
export function drawMatrix(canvas, values, columns, scale, { pixels }) {
  const rows = values.length / columns, image = new ImageData(columns, rows);
  const out = new Uint32Array(image.data.buffer);
  for (let i = 0; i < out.length; i++) out[i] = pixels[255 + Math.round(255 * scale(values[i]))];
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
  canvas.getContext("2d").putImageData(image, 0, 0);
}

// ---- Following the model and the theme ---------------------------------------------------------

/** Call `update(names)` once for all traits of `names` that changed together. Returns the undo. */
export function follow(model, names, update) {
  let changed = new Set();
  const listeners = names.map((name) => [`change:${name}`, () => {
    if (!changed.size) queueMicrotask(() => {
      const now = changed;
      changed = new Set();
      update(now);
    });
    changed.add(name);
  }]);
  for (const [event, listener] of listeners) model.on(event, listener);
  return () => { for (const [event, listener] of listeners) model.off(event, listener); };
}

/** Set traits by hand of the reader: change them here and, where there is a kernel, there. */
export function put(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}

function isDark(el) {
  const { theme } = document.documentElement.dataset, { jpThemeLight } = document.body.dataset;
  if (theme) return theme === "dark";
  if (jpThemeLight) return jpThemeLight === "false";
  const [r, g, b] = getComputedStyle(el).color.match(/[\d.]+/g).map(Number);
  return 0.3 * r + 0.6 * g + 0.1 * b > 128; // light letters: a dark page
}

/** Keep the class `mh-dark` right on `el` and call `update(dark)` when it turns. Returns the undo. */
export function followTheme(el, update) {
  let dark = isDark(el);
  const check = () => {
    el.classList.toggle("mh-dark", isDark(el));
    if (dark !== isDark(el)) update((dark = !dark));
  };
  const watcher = new MutationObserver(check);
  const attributeFilter = ["data-theme", "data-jp-theme-light"];
  for (const node of [document.documentElement, document.body]) watcher.observe(node, { attributeFilter });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", check);
  el.classList.toggle("mh-dark", dark);
  update(dark);
  return () => { watcher.disconnect(); system.removeEventListener("change", check); };
}

// ---- Arrays --------------------------------------------------------------------------------

/** The numbers of a binary trait, which arrives as a DataView at any offset. */
export function floats(view) {
  const { buffer, byteOffset, byteLength } = view;
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

export function bytes(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
