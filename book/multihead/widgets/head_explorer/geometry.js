// Where things are on a picture, in CSS pixels.

/** Where a key is, in rows from the first; a sink, which is key n, stands apart. */
export const keyPlace = (n, key) => (key < n ? key : key + 0.5);

/** The key that is there, or -1. */
function keyAt({ n, nKeys }, place) {
  const key = Math.floor(place < n ? place : place - 0.5);
  return key < nKeys && Math.floor(place - keyPlace(n, key)) === 0 ? key : -1;
}

/** The places on a picture `width` wide; `label` is the width of the longest token. */
export function geometry(view, n, width, label, nKeys = n) {
  const across = keyPlace(n, nKeys - 1) + 1;
  if (view === "lines") {
    const row = Math.max(3, Math.min(22, 420 / across, width / 6)),
      words = row >= 11,
      left = words ? Math.min(label, width * 0.32) : 26;
    const [top, height] = [6, row * across + 12];
    return { view, n, nKeys, width, words, left, right: width - left, top, row, height };
  }
  const fits = (gutter) => (width - gutter - 2) / across;
  const gutter = Math.min(label, width * 0.36),
    words = fits(gutter) >= 11,
    left = words ? gutter : 26,
    row = fits(left),
    flat = words && label <= row + 4,
    top = words && !flat ? gutter : 18;
  return { view, n, nKeys, width, words, flat, left, top, row, height: top + row * n + 2 };
}

/** The cell under a point, or null. On lines the left side picks the query, the right the key. */
export function cellAt(g, x, y, { query, key }) {
  const down = (y - g.top) / g.row,
    lines = g.view === "lines",
    picksKey = lines && x >= g.width / 2;
  const now = {
    query: picksKey ? query : Math.floor(down),
    key: lines && !picksKey ? key : keyAt(g, picksKey ? down : (x - g.left) / g.row),
  };
  const outside = picksKey ? now.key < 0 : down < 0 || down >= g.n || (!lines && now.key < 0);
  return outside ? null : now;
}

/** Where a cell begins; on lines, where its key does. */
export function cellCorner(g, query, key) {
  return g.view === "lines"
    ? { x: g.right, y: g.top + keyPlace(g.n, key) * g.row }
    : { x: g.left + keyPlace(g.n, key) * g.row, y: g.top + query * g.row };
}

/** How wide a picture is, so that panels fit side by side, whichever heads are on. */
export function pictureWidth(width, n, heads, pictures) {
  const gap = 16;
  const minWidth = n <= 24 ? Math.max(150, 60 + 12 * n) : 220;
  const across = Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  // Two seeds and their difference, for two heads, fit one screen with the controls.
  const short = n <= 24;
  const onPhone = short ? (heads > 1 ? 3 : 2) : 1;
  const three = width >= 480 ? 3 : onPhone;
  const columns = pictures === 3 ? three : Math.min(across, heads);
  const isLow = pictures === 3 && short && heads > 1;
  const cells = isLow ? 160 : Math.max(44 * n, Math.min(96 * n, 320));
  return Math.floor(Math.min((width - gap * (columns - 1)) / columns, 60 + cells, 480, width));
}
