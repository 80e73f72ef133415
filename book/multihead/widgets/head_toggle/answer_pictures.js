// Target, output and error of the example, as pictures with one set of row names.
import { drawMatrix } from "../base/draw_matrix.js";
import { h } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { largest } from "../base/largest.js";
import { answer } from "./data.js";

export function answerPictures(data) {
  const { sizes, names, target } = data;
  const canvases = [0, 1, 2].map(() => h("canvas", { role: "img" }));
  for (const canvas of canvases) canvas.style.aspectRatio = `${sizes.d_out} / ${sizes.pos}`;
  const update = (measured, { theme }) => {
    const output = answer(data, measured);
    const gap = output.map((x, i) => x - target[i]);
    const seedName = names.seeds[measured.seed];
    drawAnswer(canvases[0], data, target, "Target of the example", theme);
    drawAnswer(canvases[1], data, output, `Output for the example, ${seedName}`, theme);
    drawAnswer(canvases[2], data, gap, `Output minus target, ${seedName}`, theme);
  };
  return { element: answerGrid(data, canvases), update };
}

function answerGrid({ names, counts }, canvases) {
  const titles = ["Target", "Output", "Error"];
  return h(
    "div",
    { class: "mh-answers" },
    h("span"),
    ...titles.map((title) => h("span", { class: "mh-title" }, title)),
    h("span"),
    ...titles.map(() => edge("mh-across", names.outputs, counts)),
    edge("mh-down", names.positions),
    ...canvases,
  );
}

/** Names along an edge, each as wide as its count of cells. */
function edge(side, names, counts = names.map(() => 1)) {
  const parts = names.map((name, i) => {
    const part = h("span", {}, h("bdi", {}, name));
    part.style.flexGrow = counts[i];
    return part;
  });
  return h("div", { class: side, "aria-hidden": "true" }, ...parts);
}

function drawAnswer(canvas, { sizes, top }, values, what, theme) {
  // The palette's last quarter is alike for both signs.
  const shade = (x) => 0.75 * Math.max(-1, Math.min(1, x / top));
  drawMatrix(canvas, values, sizes.d_out, shade, theme);
  canvas.setAttribute(
    "aria-label",
    `${what}: ${sizes.pos} positions by ${sizes.d_out} numbers; the largest in size is ` +
      `${fmt(largest(values), 2)}.`,
  );
}
