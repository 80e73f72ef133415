// What HeadExplorer computes: weights, places on a picture, colours.
import { bytes, floats } from "../base/arrays.js";

// ---- Arithmetic ----------------------------------------------------------------------------

/** The pattern as it was packed by patterns.py: whole matrices, or lower triangles row by row. */
export function openPattern(get) {
  const sizes = get("_sizes"),
    quantised = get("_quantised");
  const numbers = (quantised ? bytes : floats)(get("_pattern"));
  return { sizes, numbers, n: sizes.query, causal: get("_causal"), unit: quantised ? 200 : 1 };
}

/** Which of the matrices: seed, step, layer, head in this order. */
export function matrixIndex(sizes, { seed, step, layer }, head) {
  return ((seed * sizes.step + step) * sizes.layer + layer) * sizes.head + head;
}

export function weight({ numbers, n, causal, unit }, index, query, key) {
  if (!causal) return numbers[(index * n + query) * n + key] / unit;
  return key > query
    ? 0
    : numbers[index * ((n * (n + 1)) / 2) + (query * (query + 1)) / 2 + key] / unit;
}

export function weights(pattern, index, query) {
  return Array.from({ length: pattern.n }, (_, key) => weight(pattern, index, query, key));
}

/** One whole pattern, row by row. */
export function matrix(pattern, index) {
  const { n, causal } = pattern,
    out = new Float64Array(n * n);
  for (let query = 0; query < n; query++)
    for (let key = 0; key < (causal ? query + 1 : n); key++)
      out[query * n + key] = weight(pattern, index, query, key);
  return out;
}

export function minus(a, b) {
  return a.map((x, i) => x - b[i]);
}

/** Where a weight, or a signed difference, lies on the colour scale: its square root, so that small ones show. */
export function shade(w) {
  return Math.sign(w) * Math.sqrt(Math.min(Math.abs(w), 1));
}

/** The cell that is largest in size. */
export function largest(values, n) {
  let best = 0;
  for (let i = 1; i < values.length; i++)
    if (Math.abs(values[i]) > Math.abs(values[best])) best = i;
  return { query: Math.floor(best / n), key: best % n, value: values[best] };
}

/** How a query weighs one key: products, their sum, the score, and the softmax over the keys allowed. */
export function qkSteps(q, keys, allowed, key) {
  const scores = keys.map((k) => q.reduce((sum, x, d) => sum + x * k[d], 0) / Math.sqrt(q.length));
  const top = Math.max(...scores.filter((_, j) => allowed[j]));
  const parts = scores.map((s, j) => (allowed[j] ? Math.exp(s - top) : 0));
  const products = q.map((x, d) => x * keys[key][d]);
  return {
    products,
    dot: products.reduce((a, b) => a + b, 0),
    score: scores[key],
    weight: parts[key] / parts.reduce((a, b) => a + b, 0),
  };
}

/** Lines thinner than this are not drawn. */
export const FAINTEST = 0.02;
export const STRENGTHS = 8;

/** Sort the cells worth a line by strength, 1…8, so that each strength is set up once: [query, key, …]. */
export function byStrength(values, n, sign = 1, query = null) {
  const lists = Array.from({ length: STRENGTHS + 1 }, () => []);
  const [start, end] = query === null ? [0, n * n] : [query * n, (query + 1) * n];
  for (let i = start; i < end; i++) {
    const w = sign * values[i];
    if (w >= FAINTEST) lists[Math.ceil(shade(w) * STRENGTHS)].push(Math.floor(i / n), i % n);
  }
  return lists;
}

// ---- Where things are on a picture -------------------------------------------------------------

/** Sizes in CSS pixels of a picture `width` wide; `label` is the width of the longest token. */
export function geometry(view, n, width, label) {
  if (view === "lines") {
    const row = Math.max(3, Math.min(22, 420 / n)),
      words = row >= 11;
    const left = words ? Math.min(label, width * 0.32) : 26;
    return { view, n, width, words, left, right: width - left, top: 6, row, height: row * n + 12 };
  }
  const fits = (gutter) => (width - gutter - 2) / n;
  const gutter = Math.min(label, width * 0.36),
    words = fits(gutter) >= 11;
  const left = words ? gutter : 26,
    row = fits(left),
    flat = words && label <= row + 4;
  const top = words && !flat ? gutter : 18;
  return { view, n, width, words, flat, left, top, row, height: top + row * n + 2 };
}

/** The cell under a point, or null. On lines the left side picks the query, the right side the key. */
export function cellAt(g, x, y, { query, key }) {
  const down = Math.floor((y - g.top) / g.row);
  if (down < 0 || down >= g.n) return null;
  if (g.view === "lines") return x < g.width / 2 ? { query: down, key } : { query, key: down };
  const across = Math.floor((x - g.left) / g.row);
  return across < 0 || across >= g.n ? null : { query: down, key: across };
}

/** How many panels fit side by side and how wide a picture is. It does not depend on which heads are on. */
export function arrange(width, n, heads, pictures) {
  const gap = 16;
  const wanted = n <= 24 ? Math.max(150, 60 + 12 * n) : 220;
  const across = Math.max(1, Math.floor((width + gap) / (wanted + gap)));
  const columns = pictures === 3 ? (width >= 480 ? 3 : 1) : Math.min(across, Math.max(heads, 2));
  return Math.floor(Math.min((width - gap * (columns - 1)) / columns, 60 + 44 * n, 480, width));
}

// ---- Colour --------------------------------------------------------------------------------

/** Black or white, whichever reads better on a colour: at least 4.58 to 1. */
export function inkOn([r, g, b]) {
  const linear = (c) => (c <= 10 ? c / 3294 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.179 ? "#000" : "#fff";
}

export const level = (w) => 255 + Math.round(255 * shade(w));
