import { h, setText } from "../base/elements.js";

const HINT = "Point at a square, or use the arrow keys, to read an attention weight.";
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** One cell, the same in all pictures: `read(query, key)` says what the heads have there. */
export function cellReading(size, read) {
  const element = h("p", { class: "mh-reading", "aria-live": "polite" }, HINT),
    rings = [];
  let cell = null;
  const refresh = () => setText(element, cell ? read(...cell) : HINT);
  const show = (query, key) => {
    const fit = (i) => Math.min(Math.max(i, 0), size - 1);
    cell = [fit(query), fit(key)];
    for (const ring of rings) {
      ring.hidden = false;
      ring.style.inset = `${(100 * cell[0]) / size}% auto auto ${(100 * cell[1]) / size}%`;
    }
    refresh();
  };
  const point = (event) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const at = (from, length) => Math.floor((size * from) / length);
    show(at(event.clientY - top, height), at(event.clientX - left, width));
  };
  const move = (event) => {
    if (!(event.key in MOVES)) return;
    event.preventDefault();
    const [down, right] = MOVES[event.key];
    if (cell) show(cell[0] + down, cell[1] + right);
    else show(0, 0);
  };
  /** Give a picture its ring, and let it be pointed at. */
  const follow = (canvas) => {
    const ring = h("span", { class: "mh-ring", hidden: true });
    const events = { pointermove: point, pointerdown: point, keydown: move };
    for (const [name, listener] of Object.entries(events)) canvas.addEventListener(name, listener);
    canvas.tabIndex = 0;
    canvas.dataset.lmSuppressShortcuts = "";
    rings.push(ring);
    return h("div", { class: "mh-grid" }, canvas, ring);
  };
  return { element, follow, refresh };
}
