import { h } from "./elements.js";
import { headColour } from "./head_colours.js";

/** A head's name over its colour. */
export function headChip(head, name = "") {
  const chip = h("span", { class: "mh-chip" }, name);
  chip.style.setProperty("--head", headColour(head));
  return chip;
}
