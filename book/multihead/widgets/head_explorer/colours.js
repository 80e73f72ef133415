// The colours in light and in dark.

import { palette, STOPS } from "../base/colours.js";
import { headColour } from "../base/head_colours.js";

export function coloursIn(dark, allHeads) {
  const ink = dark ? "#FFFFFF" : "#000000";
  return {
    ink,
    ground: dark ? "#000000" : "#FFFFFF",
    line: "#8888",
    heads: allHeads.map((head) => headColour(head) ?? ink),
    stops: STOPS[dark ? "dark" : "light"],
    ...palette(dark),
  };
}
