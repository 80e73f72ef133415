// The colours in light and in dark.

import { palette, STOPS } from "../base/colours.js";
import { h } from "../base/elements.js";
import { headColour } from "../base/head_colours.js";

export function lookIn(dark, allHeads) {
  return {
    ink: dark ? "#FFFFFF" : "#000000",
    ground: dark ? "#000000" : "#FFFFFF",
    line: "#8888",
    heads: allHeads.map((head) => headColour(head, dark)),
    stops: STOPS[dark ? "dark" : "light"],
    ...palette(dark),
  };
}

export const headChip = (head) => h("span", { class: "mh-chip" }, `Head ${head}`);

export function colourChips(chips, { heads }) {
  for (const [head, chip] of chips.entries()) chip.style.setProperty("--head", heads[head]);
}
