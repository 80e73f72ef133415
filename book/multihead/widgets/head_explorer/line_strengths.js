// How strong a share is drawn as a line.
import { shade } from "../base/shades.js";

/** No line is drawn for shares below this. */
export const FAINTEST = 0.02;
export const STRENGTHS = 8;

/** The cells worth a line, [query, key, …], in one list for each strength, 1…8. */
export function byStrength(values, n, sign = 1, query = null) {
  const lists = Array.from({ length: STRENGTHS + 1 }, () => []);
  const [start, end] = query === null ? [0, values.length] : [query * n, (query + 1) * n];
  for (let i = start; i < end; i++) {
    const w = sign * values[i];
    if (w >= FAINTEST) lists[Math.ceil(shade(w) * STRENGTHS)].push(Math.floor(i / n), i % n);
  }
  return lists;
}
