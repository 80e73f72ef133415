import { fmt } from "../base/format.js";
import { MEASURES } from "./measures.js";

const SAME = 0.9995; // what two decimals and a little room call 1

/** What the status says of the two heads. */
export function statusText(angle, values) {
  const cosine = (name) => fmt(values[MEASURES.findIndex((m) => m.name === name)], 2);
  const numbers =
    `Rotated by ${angle}°: cosine of W_Q ${cosine("W_Q")}, ` +
    `of the patterns ${cosine("pattern")}.`;
  if (Math.min(...values) > SAME) return `${numbers} The two heads have the same weights.`;
  const same = MEASURES.every(({ isEffect }, i) => !isEffect || values[i] > SAME);
  return same
    ? `${numbers} It is the same head with different weights.`
    : `${numbers} It is a different head: it attends elsewhere and writes something else.`;
}
