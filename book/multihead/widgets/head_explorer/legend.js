// What the colours or the lines mean.
import { colourScale } from "../base/colour_scale.js";
import { h } from "../base/elements.js";
import { shade } from "../base/shades.js";
import { whenChanged } from "../base/when_changed.js";
import { FAINTEST } from "./line_strengths.js";

export function legend({ unit, n, nKeys, labels }) {
  const element = h("div", { class: "mh-legend" });
  const steps = unit === 1 ? "" : ` Attention weights are stored in steps of ${1 / unit}.`;
  const exact = `${nKeys > n ? ` ${labels[n]} is not a token and is drawn apart.` : ""}${steps}`;
  const update = whenChanged(
    ({ view, compare, theme }) => [view, compare !== null, theme],
    ({ view, compare, theme }) => {
      const pair = compare !== null;
      const nodes = view === "lines" ? [linesText(pair, exact)] : scales(pair, exact, theme.stops);
      element.replaceChildren(...nodes);
    },
  );
  return { element, update };
}

function linesText(pair, exact) {
  const signs =
    " For the difference, solid blue means that the first seed's weight is larger, " +
    "dashed orange that it is smaller.";
  return h(
    "p",
    {},
    "Queries are on the left, keys on the right. The wider and stronger a line, the larger the " +
      `attention weight, on one scale for all; weights below ${FAINTEST} are not drawn.` +
      `${pair ? signs : ""}${exact}`,
  );
}

function scales(pair, exact, { more, less }) {
  const ticks = [0, 0.05, 0.25, 0.5, 1].map((w) => [shade(w), String(w)]);
  const oneScale = "All heads and seeds have one colour scale.";
  const text = `Rows are queries, columns are keys. ${oneScale}${exact}`;
  const scale = colourScale("attention weight", more, ticks);
  if (!pair) return [h("p", {}, text), scale];
  const signed = [-1, -0.25, 0, 0.25, 1].map((w) => [
    (1 + shade(w)) / 2,
    w > 0 ? `+${w}` : String(w),
  ]);
  const both = [...less.slice(1).reverse(), ...more];
  return [h("p", {}, text), scale, colourScale("difference", both, signed)];
}
