import { drawMatrix } from "../base/draw_matrix.js";
import { h, setText } from "../base/elements.js";
import { headChip } from "../base/head_chip.js";
import { largest } from "../base/largest.js";
import { distance } from "../training/measures.js";
import { MATRICES } from "../training/shapes.js";
import { figure, picture, under } from "./figures.js";
import { sizeText } from "./format.js";

export function gradientFigure() {
  const columns = MATRICES.map(matrixColumn);
  const line = (name, cells) => h("tr", {}, h("th", { scope: "row" }, name), ...cells);
  const names = MATRICES.map((name) => h("th", { scope: "col" }, name));
  const body = [...[0, 1].map((head) => headChip(head, `Head ${head}`)), "Difference"].map(
    (name, i) =>
      line(
        name,
        columns.map(({ cells }) => cells[i]),
      ),
  );
  const head = h("thead", {}, h("tr", {}, h("td"), ...names));
  return {
    element: figure(
      "Gradients for the next step, with their norms",
      h("table", { class: "mh-gradients" }, head, h("tbody", {}, ...body)),
      under("Blue is positive, orange negative; both heads have one scale."),
    ),
    update(state) {
      for (const column of columns) column.update(state);
    },
  };
}

/** The gradients of one matrix: a cell for each head, on one scale, and their difference. */
function matrixColumn(name) {
  const difference = h("td"),
    heads = [0, 1].map(() => ({
      ...picture({ class: name === "W_O" ? "mh-out" : "" }),
      words: h("span"),
    }));
  const update = (state) => {
    const { gradients, sizes, history, step } = state.run;
    const both = gradients.map((gradient) => gradient[name]),
      top = Math.max(...both.map(largest)) || 1,
      width = name === "W_O" ? sizes.d_out : sizes.d_head;
    for (const [i, { canvas, words, describe }] of heads.entries()) {
      const length = sizeText(history.gradients[i][name][step]);
      drawMatrix(canvas, both[i], width, (g) => g / top, state.theme);
      setText(words, length);
      describe(state, `Gradient of ${name} of head ${i}, norm ${length}.`);
    }
    setText(difference, sizeText(distance(...both)));
  };
  return {
    cells: [...heads.map(({ canvas, words }) => h("td", {}, canvas, words)), difference],
    update,
  };
}
