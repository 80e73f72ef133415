import { h } from "./elements.js";

export const option = (value, text) => h("option", { value }, text);

/** A native list to choose a number from. */
export function select(label, choose) {
  const element = h("select", {
    class: "mh-select",
    "aria-label": label,
    "data-lm-suppress-shortcuts": "",
    onchange: () => choose(Number(element.value)),
  });
  return element;
}
