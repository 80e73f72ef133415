import { palette } from "../base/colours.js";

export function labColours(dark) {
  return {
    ...palette(dark),
    ink: dark ? "#FFFFFF" : "#000000",
    faint: dark ? "#FFFFFF2E" : "#00000022",
    wash: dark ? "#FFFFFF14" : "#0000000C",
    lines: dark ? ["#FFFFFF", "#2FC79A", "#E39AC4"] : ["#000000", "#00805D", "#A8487F"],
  };
}
