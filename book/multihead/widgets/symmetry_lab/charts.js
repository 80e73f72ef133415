import { h, setText } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { CHART, drawDistances, drawScore, LINES } from "./drawing.js";
import { figure, picture, under } from "./figures.js";
import { sizeText } from "./format.js";

const NARROWEST = 150; // of two charts side by side, as in style.css

export function stepAt(x, width, last) {
  const share = (x - CHART.left) / (width - CHART.left - CHART.right);
  return Math.round(Math.min(Math.max(share, 0), 1) * last);
}

/** A canvas that `draw` fills; a click goes to a step. */
function chart(draw, goTo) {
  let last, drawnWidth;
  const onclick = ({ clientX }) => {
    const { left, width } = canvas.getBoundingClientRect(); // a slide zooms the canvas
    goTo(stepAt((clientX - left) * (drawnWidth / width), drawnWidth, last));
  };
  const { canvas, describe } = picture({ onclick });
  const update = (state) => {
    last = state.last;
    const half = (state.width - 24) / 2;
    const width = Math.floor(half >= NARROWEST ? half : state.width);
    drawnWidth = width;
    draw(canvas, { run: state.run, width, height: width < 230 ? 170 : 230, last }, state.theme);
  };
  return { canvas, describe, update };
}

function key({ name, style, series }, i) {
  const swatch = h("span", { class: "mh-swatch", "aria-hidden": "true" }),
    value = h("b");
  swatch.style.borderTopStyle = style;
  const update = ({ run, theme }) => {
    swatch.style.borderTopColor = theme.lines[i];
    setText(value, sizeText(run.history[series][run.step]));
  };
  return { element: h("li", {}, swatch, `${name} `, value), update };
}

export function distanceChart(goTo) {
  const { canvas, describe, update } = chart(drawDistances, goTo);
  const keys = LINES.map(key);
  const list = h("ul", { class: "mh-keys" }, ...keys.map(({ element }) => element));
  return {
    element: figure("Distance between the two heads", canvas, list),
    update(state) {
      const { step, reached, history } = state.run;
      const now = LINES.map(({ name, series }) => `${name} ${sizeText(history[series][step])}`);
      const where = `over ${reached} steps. At step ${step}: ${now.join(", ")}`;
      const zero = "Exactly 0 means identical to the last bit.";
      update(state);
      for (const piece of keys) piece.update(state);
      describe(state, `Distance between the two heads on a log axis, ${where}. ${zero}`);
    },
  };
}

export function scoreChart(goTo) {
  const { canvas, describe, update } = chart(drawScore, goTo);
  const words = under();
  return {
    element: figure("R² on the next batch", canvas, words),
    update(state) {
      const { step, reached, history } = state.run;
      const r2 = fmt(history.r2[step]),
        loss = fmt(history.loss[step], 4);
      update(state);
      setText(words, `R² ${r2}, loss ${loss}. A perfect R² is 1; below 0 is not drawn.`);
      describe(state, `R squared over ${reached} steps. At step ${step}: ${r2}.`);
    },
  };
}
