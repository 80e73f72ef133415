// Where things are on a picture, in CSS pixels.

/** The places on a picture `width` wide; `label` is the width of the longest token. */
export function geometry(view, n, width, label) {
  if (view === "lines") {
    const row = Math.max(3, Math.min(22, 420 / n)),
      words = row >= 11,
      left = words ? Math.min(label, width * 0.32) : 26;
    return { view, n, width, words, left, right: width - left, top: 6, row, height: row * n + 12 };
  }
  const fits = (gutter) => (width - gutter - 2) / n;
  const gutter = Math.min(label, width * 0.36),
    words = fits(gutter) >= 11,
    left = words ? gutter : 26,
    row = fits(left),
    flat = words && label <= row + 4,
    top = words && !flat ? gutter : 18;
  return { view, n, width, words, flat, left, top, row, height: top + row * n + 2 };
}

/** The cell under a point, or null. On lines the left side picks the query, the right the key. */
export function cellAt(g, x, y, { query, key }) {
  const down = Math.floor((y - g.top) / g.row);
  if (down < 0 || down >= g.n) return null;
  if (g.view === "lines") return x < g.width / 2 ? { query: down, key } : { query, key: down };
  const across = Math.floor((x - g.left) / g.row);
  return across < 0 || across >= g.n ? null : { query: down, key: across };
}

/** Where a cell begins; on lines, where its key does. */
export function cellCorner(g, query, key) {
  return g.view === "lines"
    ? { x: g.right, y: g.top + key * g.row }
    : { x: g.left + key * g.row, y: g.top + query * g.row };
}

/** How wide a picture is, so that panels fit side by side, whichever heads are on. */
export function pictureWidth(width, n, heads, pictures) {
  const gap = 16;
  const minWidth = n <= 24 ? Math.max(150, 60 + 12 * n) : 220;
  const across = Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  // On a phone, cells that can be seen.
  const three = width >= 480 ? 3 : n <= 12 ? 2 : 1;
  const columns = pictures === 3 ? three : Math.min(across, heads);
  const cells = Math.max(44 * n, Math.min(96 * n, 320));
  return Math.floor(Math.min((width - gap * (columns - 1)) / columns, 60 + cells, 480, width));
}
