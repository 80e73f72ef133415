/* The fields of an answer, in its shape, with buttons and the line that says what came of it. */

import { verdictView } from "../verdict_view/verdict_view.js";
import { element, fieldGrid, positionName } from "./field_grid.js";

/** Draw the fields for an array of this shape; `labels` is empty or has one for each. */
export function fields(shape, labels, note) {
  const grid = fieldGrid(shape, labels);
  const inputs = [...grid.querySelectorAll("input")];
  const legend = element("legend", {}, "Your answer");
  const hint = note && labels.length === 0 ? [element("p", {}, note)] : [];
  const check = element("button", { type: "submit" }, "Check");
  const otherNumbers = element("button", { type: "button" }, "Other numbers");
  const view = verdictView();
  const box = element("fieldset", {}, legend, ...hint, grid, element("p", {}, check, otherNumbers));
  return {
    element: element("form", { novalidate: "" }, box, view.element),
    inputs,
    otherNumbers,
    legend,
    positionName: (i) => positionName(shape, i),
    texts: () => inputs.map((input) => input.value),
    fill(texts) {
      for (const [i, input] of inputs.entries()) input.value = texts[i] ?? "";
    },
    say: view.say,
    show: view.show,
    /** Mark the field that holds no number, and no other. */
    blame(index) {
      for (const input of inputs) input.removeAttribute("aria-invalid");
      inputs[index]?.setAttribute("aria-invalid", "true");
      inputs[index]?.focus();
    },
  };
}
