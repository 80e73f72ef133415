// The chosen head large, with its words: rows are queries, columns are keys.
import { drawMatrix } from "../base/draw_matrix.js";
import { h } from "../base/elements.js";
import { shade } from "../base/shades.js";
import { whenChanged } from "../base/when_changed.js";
import { matrixOf } from "./readings.js";

/** `choose(query)` hears of the row that is touched. */
export function headPicture(data, title, choose) {
  const canvas = h("canvas", { role: "img" });
  const row = h("span", { class: "mh-row-ring" });
  const [keys, queries] = ["mh-keys", "mh-queries"].map((side) =>
    h("div", { class: side, "aria-hidden": "true" }),
  );
  let n = 1;
  const touch = ({ clientY, currentTarget }) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    choose(Math.min(Math.max(Math.floor((n * (clientY - top)) / height), 0), n - 1));
  };
  const label = whenChanged(
    ({ reading }) => [reading],
    ({ reading, labels }) => {
      n = reading.n;
      for (const side of [keys, queries])
        side.replaceChildren(...labels.map((text) => h("bdi", {}, text)));
      element.style.setProperty("--tokens", n);
    },
  );
  const draw = whenChanged(
    ({ reading, index, view, theme }) => [reading, index, view, theme],
    ({ reading, index, view, theme }) =>
      drawMatrix(canvas, matrixOf(reading, index, view), reading.n, shade, theme),
  );
  const update = (state) => {
    label(state);
    draw(state);
    const what = `What head ${state.layer}.${state.head} ${data.verbs[state.view]}`;
    canvas.setAttribute("aria-label", `${what}, ${title}; rows are queries, columns keys`);
    row.style.top = `${(100 * state.at) / n}%`;
    row.style.height = `${100 / n}%`;
  };
  const box = h("div", { class: "mh-box", onclick: touch }, canvas, row);
  const element = h("div", { class: "mh-pattern" }, keys, queries, box);
  return { element, update };
}
