import { drawMatrix } from "../base/draw_matrix.js";
import { h, setText } from "../base/elements.js";
import { headChip } from "../base/head_chip.js";
import { percent } from "../base/percent.js";
import { mostLookedBack } from "../training/measures.js";
import { figure, picture, under } from "./figures.js";
import { seedText } from "./format.js";
import { stepsBack } from "./roles.js";

export function patternFigure({ pos }) {
  const patterns = [headPattern(0, pos), headPattern(1, pos)],
    title = h("span");
  return {
    element: figure(
      title,
      h("div", { class: "mh-patterns" }, ...patterns.map(({ element }) => element)),
    ),
    update(state) {
      setText(title, `Patterns of ${seedText(state.settings)}, averaged over the batch`);
      for (const pattern of patterns) pattern.update(state);
    },
  };
}

function headPattern(head, pos) {
  const { canvas, describe } = picture(),
    words = under();
  return {
    element: h("div", {}, headChip(head, `Head ${head}`), numbered(canvas, pos), words),
    update(state) {
      const mean = state.run.patterns[head],
        { back, share } = mostLookedBack(mean, pos),
        text = `${percent(share)} goes ${back ? stepsBack(back) : "to the token itself"}`;
      drawMatrix(canvas, mean, pos, Math.sqrt, state.theme);
      setText(words, text);
      describe(state, `Mean pattern of head ${head}, ${pos} queries by ${pos} keys: ${text}.`);
    },
  };
}

/** A canvas for a matrix with the numbers of its rows and columns around it. */
function numbered(canvas, n) {
  const numbers = (name) =>
    h(
      "span",
      { class: name, "aria-hidden": "true" },
      ...Array.from({ length: n }, (_, i) => h("span", {}, String(i))),
    );
  return h("div", { class: "mh-numbered" }, numbers("mh-across"), numbers("mh-down"), canvas);
}
