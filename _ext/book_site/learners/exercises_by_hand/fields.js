/* The fields of an answer, in its shape, with buttons and the line that says what came of it. */

import { verdictView } from "../verdict_view/verdict_view.js";

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Name a field by its place. */
function positionName(shape, i) {
  if (shape.length === 0) return "the number";
  if (shape.length === 1) return `number ${i + 1} of ${shape[0]}`;
  return `row ${Math.floor(i / shape[1]) + 1}, column ${(i % shape[1]) + 1}`;
}

function field(shape, i, label) {
  const input = element("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    "aria-label": label ? `${label}, ${positionName(shape, i)}` : positionName(shape, i),
  });
  return label ? element("label", {}, element("span", {}, label), input) : input;
}

export function fieldGrid(shape, labels) {
  const count = shape.reduce((product, size) => product * size, 1);
  const cells = Array.from({ length: count }, (_, i) => field(shape, i, labels[i]));
  if (shape.length === 2)
    return element("div", { class: "mh-matrix", style: `--columns: ${shape[1]}` }, ...cells);
  return element("div", { class: labels.length > 0 ? "mh-labelled" : "mh-list" }, ...cells);
}

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
