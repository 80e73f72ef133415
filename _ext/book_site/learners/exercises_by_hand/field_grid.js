/* The fields of an answer in its shape, and nothing around them. */

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Name a field by its place. */
export function positionName(shape, i) {
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
