import { colourScale } from "../base/colour_scale.js";
import { STOPS } from "../base/colours.js";
import { h } from "../base/elements.js";
import { fmt } from "../base/format.js";

export function legend({ sizes, top }) {
  const element = h("div", { class: "mh-legend" });
  const how = h(
    "details",
    {},
    h("summary", { "data-lm-suppress-shortcuts": "" }, "How to read it"),
    h("p", {}, explanation(sizes.example)),
  );
  const update = ({ dark }) => {
    const { more, less } = STOPS[dark ? "dark" : "light"];
    const shares = [0, 0.05, 0.25, 0.5, 1].map((w) => [Math.sqrt(w), String(w)]);
    const outputs = [-1, -0.5, 0, 0.5, 1].map((x) => [
      (1 + x) / 2,
      x ? fmt(x * top, 1, true) : "0",
    ]);
    element.replaceChildren(
      colourScale("attention weight", more, shares),
      colourScale("output", [...less.slice(1, 4).reverse(), ...more.slice(0, 4)], outputs),
      how,
    );
  };
  return { element, update };
}

const explanation = (examples) =>
  "In the patterns, rows are queries and columns are keys. The output is that for one example; " +
  "its rows are positions, and the error is output\u00a0−\u00a0target. " +
  `The bars show mean squared errors over ${examples} examples. A solid mark is the error with ` +
  "all heads, a dashed line the error with no head; a striped bar continues beyond its end. An " +
  "output is lost if it was good and its error is now at least nine tenths of that with no head.";
