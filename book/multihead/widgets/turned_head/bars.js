import { h } from "../base/elements.js";
import { fmt } from "../base/format.js";
import { measureBar } from "../base/measure_bar.js";
import { MEASURES } from "./measures.js";

/** A bar from -1 to 1 for each measure, in two groups; `update(values)` sets them. */
export function similarityBars() {
  const bars = MEASURES.map(({ name }) => bar(name));
  const half = (title, isEffect) =>
    h(
      "div",
      { class: "mh-half", role: "group", "aria-label": title },
      h("b", {}, title),
      ...bars.filter((_, i) => MEASURES[i].isEffect === isEffect).map(({ element }) => element),
    );
  const element = h(
    "div",
    { class: "mh-halves" },
    h("p", {}, "Cosine of the two heads, from −1 to 1"),
    half("Inside the head", false),
    half("What the head does", true),
  );
  const update = (values) => {
    bars.forEach(({ update }, i) => {
      update(values[i]);
    });
  };
  return { element, update };
}

function bar(name) {
  const { parts, update: set } = measureBar();
  const element = h("div", { class: "mh-measure" }, h("span", {}, name), ...parts);
  const update = (value) => {
    set(50 + 50 * Math.min(value, 0), 50 * Math.abs(value), fmt(value, 2));
  };
  return { element, update };
}
