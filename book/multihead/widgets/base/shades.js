// How strong a share is shown: as a colour, and as a number that reads on its colour.

/** Where a share or a difference is on the scale: its square root, so that small ones show. */
export function shade(w) {
  return Math.sign(w) * Math.sqrt(Math.min(Math.abs(w), 1));
}

/** Which of the palette's 511 colours a share or a difference has. */
export const level = (w) => 255 + Math.round(255 * shade(w));

/** Black or white, whichever reads better on a colour: at least 4.58 to 1. */
export function inkOn([r, g, b]) {
  const linear = (c) => (c <= 10 ? c / 3294 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.179 ? "#000" : "#fff";
}
