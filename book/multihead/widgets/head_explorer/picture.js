// One picture of a pattern: a canvas and, on top, one that marks the cell in focus.
import { prepare } from "../base/canvas.js";
import { h, setText } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { whenChanged } from "../base/when_changed.js";
import { drawLabels, drawMark, drawPattern } from "./drawing.js";
import { cellAt, cellCorner } from "./geometry.js";

/** `onHover` and `onTap` hear of the cell under the pointer, or null where none is. */
export function picture(onHover, onTap) {
  const base = h("canvas", { role: "img" }),
    mark = h("canvas", { class: "mh-mark", "aria-hidden": "true" });
  const caption = h("span", { class: "mh-seed" }),
    tip = h("span", { class: "mh-tip", "aria-hidden": "true" });
  let drawing, focus;
  const under = ({ clientX, clientY }) => {
    const frame = base.getBoundingClientRect();
    const scale = drawing.g.width / frame.width; // a slide zooms the picture
    const place = [clientX - frame.left, clientY - frame.top].map((pixels) => pixels * scale);
    return cellAt(drawing.g, ...place, focus);
  };
  const listeners = {
    onpointermove: (event) => event.pointerType === "touch" || onHover(under(event)),
    onpointerleave: () => onHover(null),
    onclick: (event) => onTap(under(event)),
  };
  const point = whenChanged(
    ({ focus, active }) => [drawing, focus.query, focus.key, active],
    (state) => {
      base.style.opacity = state.view === "lines" && state.active ? 0.25 : 1;
      drawMark(mark.getContext("2d"), drawing, state);
      showTip(tip, drawing, state);
    },
  );
  return {
    element: h(
      "div",
      { class: "mh-picture" },
      caption,
      h("div", { class: "mh-box", ...listeners }, base, mark, tip),
    ),
    draw(now) {
      drawing = now;
      const ctx = prepare(base, drawing.g);
      drawLabels(ctx, drawing);
      drawPattern(ctx, drawing);
      prepare(mark, drawing.g);
      base.setAttribute("aria-label", drawing.alt);
      setText(caption, drawing.title);
    },
    update(state) {
      focus = state.focus;
      point(state);
    },
  };
}

/** The number of the cell in focus, beside it: to the right, or to the left of the right half. */
function showTip(tip, { g, values }, { focus: { query, key }, active }) {
  const { x, y } = cellCorner(g, query, key),
    left = x > g.width / 2;
  tip.hidden = !active;
  setText(tip, fmt(values[query * g.nKeys + key]));
  tip.style.left = `${left ? x - 6 : x + g.row + 6}px`;
  tip.style.top = `${Math.max(y - 6, 0)}px`;
  tip.style.transform = left ? "translateX(-100%)" : "";
}
