import { h, setText } from "../base/elements.js";
import { amount } from "./format.js";

const ROOM = 1.25; // a bar ends at this many times the error with no head on

/** The errors of one `kind`, "positions" or "outputs". */
export function errorBars(title, kind, names) {
  const bars = names.map(errorBar);
  const list = h("ul", { class: `mh-errors mh-${kind}` }, ...bars.map((bar) => bar.element));
  const update = ({ now, full, none }) => {
    for (const [i, bar] of bars.entries()) bar.update(now[kind][i], full[kind][i], none[kind][i]);
  };
  return { element: h("div", {}, h("p", { class: "mh-title" }, title), list), update };
}

/** A bar with a solid mark at the error with all heads and a dashed one at that with none. */
function errorBar(name) {
  const nothing = h("span", { class: "mh-no-heads" });
  const mark = h("span", { class: "mh-mark" });
  const track = h("span", { class: "mh-track", "aria-hidden": "true" }, nothing, mark);
  const value = h("b");
  nothing.style.left = `${100 / ROOM}%`;
  const update = (now, full, none) => {
    const place = (x) => Math.min(x / (none || 1) / ROOM, 1);
    // The bar is a background, so that nothing is laid out anew.
    track.style.backgroundSize = `${100 * place(now)}% 100%`;
    track.classList.toggle("mh-overflow", place(now) === 1);
    mark.style.left = `${100 * place(full)}%`;
    setText(value, amount(now));
  };
  return { element: h("li", {}, h("bdi", {}, name), track, value), update };
}
