// How strong a share is shown: as a colour, as a line, as a number that reads on its colour.

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

/** No line is drawn for shares below this. */
export const FAINTEST = 0.02;
export const STRENGTHS = 8;

/** The cells worth a line, [query, key, …], in one list for each strength, 1…8. */
export function byStrength(values, n, sign = 1, query = null) {
  const lists = Array.from({ length: STRENGTHS + 1 }, () => []);
  const [start, end] = query === null ? [0, n * n] : [query * n, (query + 1) * n];
  for (let i = start; i < end; i++) {
    const w = sign * values[i];
    if (w >= FAINTEST) lists[Math.ceil(shade(w) * STRENGTHS)].push(Math.floor(i / n), i % n);
  }
  return lists;
}
