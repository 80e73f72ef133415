// The map of a layer: all heads with all heads, in bands, and a ring around the cell.
import { drawMatrix } from "../base/draw_matrix.js";
import { h, setText } from "../base/elements.js";
import { capital, fmt } from "../base/format.js";
import { put } from "../base/model.js";
import { whenChanged } from "../base/when_changed.js";
import { bandName, measureName } from "./names.js";
import { mapOf, meansOf, sortedHeads } from "./similarity.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The map of trained or of untrained models, one stop of the Tab key. */
export function similarityMap(model, data, models) {
  const canvas = h("canvas", { role: "img" }),
    ring = h("span", { class: "mh-cell" }),
    across = bandNames("mh-across", data.sizes.head),
    down = bandNames("mh-down", data.sizes.head);
  let heads;
  const fit = (place) => Math.min(Math.max(place, 0), data.count - 1);
  const choose = (row, column) =>
    put(model, { first: heads[fit(row)], second: heads[fit(column)], models });
  const point = ({ clientX, clientY, currentTarget }) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const at = (from, length) => Math.floor((data.count * from) / length);
    choose(at(clientY - top, height), at(clientX - left, width));
  };
  const move = (event) => {
    const [down, right] = MOVES[event.key] ?? [];
    if (down === undefined) return;
    event.preventDefault();
    const [row, column] = ["first", "second"].map((name) => heads.indexOf(model.get(name)));
    choose(row + down, column + right);
  };
  const draw = whenChanged(
    ({ layer, measure, order, theme }) => [layer, measure, order, theme],
    (shown) => {
      const state = { ...shown, models };
      heads = sortedHeads(data, state);
      drawMatrix(canvas, mapOf(data, state, heads), data.count, (x) => x, state.theme);
      canvas.setAttribute("aria-label", describe(data, state));
      for (const names of [across, down]) names.update(state);
    },
  );
  const update = (state) => {
    draw(state);
    const inPercent = (head) => `${(100 * heads.indexOf(head)) / data.count}%`;
    ring.style.top = inPercent(state.first);
    ring.style.left = inPercent(state.second);
    ring.classList.toggle("mh-open", state.models === models);
  };
  const picture = h(
    "div",
    {
      class: "mh-picture",
      role: "application",
      tabindex: 0,
      "aria-label": `${capital(models)} heads`,
      "aria-description": "Arrow keys move to two other heads.",
      "data-lm-suppress-shortcuts": "",
      onclick: point,
      onkeydown: move,
    },
    canvas,
    h("span", { class: "mh-lines" }),
    ring,
  );
  picture.style.setProperty("--bands", data.sizes.head);
  picture.style.setProperty("--heads", data.count);
  const title = h("b", { class: "mh-title" }, capital(models));
  const element = h("div", { class: "mh-map" }, title, across.element, down.element, picture);
  return { element, update };
}

function bandNames(side, count) {
  const names = Array.from({ length: count }, () => h("span"));
  const update = (state) => {
    for (const [band, name] of names.entries()) setText(name, bandName(state, band));
  };
  return { element: h("div", { class: side, "aria-hidden": "true" }, ...names), update };
}

function describe(data, state) {
  const { same, different } = meansOf(data, state);
  return (
    `${data.count} by ${data.count} ${state.models} heads of layer ${state.layer} by ` +
    `${measureName(state)}; the mean similarity across seeds is ${fmt(same, 2)} within bands ` +
    `and ${fmt(different, 2)} between them.`
  );
}
