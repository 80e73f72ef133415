// Heads layer by layer: a group for each layer, and a row for each of its heads.
import { button, h, press, setText } from "./elements.js";
import { headChip } from "./head_chip.js";
import { toggleHead } from "./toggle_head.js";

/** A group for each layer; `row` makes the row of a head. */
export function layerList({ allHeads, sizes }, row) {
  const rows = allHeads.map(row);
  const perLayer = sizes.head / sizes.layer;
  const layers = Array.from({ length: sizes.layer }, (_, layer) => {
    const rowsOfLayer = rows.slice(layer * perLayer, (layer + 1) * perLayer);
    const name = `Layer ${layer}`;
    const nodes = rowsOfLayer.map(({ element }) => element);
    return h("div", { role: "group", "aria-label": name }, h("p", {}, h("b", {}, name)), ...nodes);
  });
  const update = (viewState) => {
    for (const { update } of rows) update(viewState);
  };
  return { element: h("div", { class: "mh-layers" }, ...layers), update };
}

/** The button that turns a head off and on, with its colour, and the word "off" beside it. */
export function headSwitch(model, head, name) {
  const off = h("span", { class: "mh-off" });
  const attributes = { class: "mh-button mh-head", "aria-label": `Head ${name}` };
  const toggle = button(headChip(head, name), () => toggleHead(model, head), attributes);
  const update = (on) => {
    press(toggle, on);
    setText(off, on ? "" : "off");
  };
  return { element: h("div", { class: "mh-switch" }, toggle, off), update };
}
