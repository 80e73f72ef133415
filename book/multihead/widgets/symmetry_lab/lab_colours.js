import { palette } from "../base/colours.js";
import { headColour } from "../base/head_colours.js";

export function labColours(dark) {
  return {
    ...palette(dark),
    heads: [headColour(0, dark), headColour(1, dark)],
    ink: dark ? "#FFFFFF" : "#000000",
    faint: dark ? "#FFFFFF2E" : "#00000022",
    wash: dark ? "#FFFFFF14" : "#0000000C",
    lines: dark ? ["#FFFFFF", "#2FC79A", "#E39AC4"] : ["#000000", "#00805D", "#A8487F"],
  };
}
