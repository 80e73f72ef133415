import { h } from "../base/elements.js";

/** Figures side by side where there is room. */
export function pair(...figures) {
  return h("div", { class: "mh-pair" }, ...figures);
}

/** A figure under its title, a text or an element. */
export function figure(title, ...content) {
  return h("figure", { class: "mh-figure" }, h("figcaption", {}, title), ...content);
}

/** What few readers want, folded away. */
export function fold(summary, ...content) {
  return h("details", {}, h("summary", { "data-lm-suppress-shortcuts": "" }, summary), ...content);
}

export function under(text = "") {
  return h("p", { class: "mh-figure-note" }, text);
}

export function picture(attributes) {
  const canvas = h("canvas", { role: "img", ...attributes });
  const describe = ({ words }, text) => words && canvas.setAttribute("aria-label", text);
  return { canvas, describe };
}
