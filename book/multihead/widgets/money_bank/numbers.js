// Numbers as a reader types and sees them.
import { DECIMAL } from "../base/decimal.js";
import { fmt } from "../base/format.js";

export const LARGEST = "1.8e308";

const asDecimal = (text) => text.trim().replace(/[−–]/g, "-").replace(",", ".");

/** What was typed as a number, or undefined. A comma may be the decimal sign. */
export function readNumber(text) {
  const value = DECIMAL.test(asDecimal(text)) ? Number(asDecimal(text)) : NaN;
  return Number.isFinite(value) ? value + 0 : undefined; // -0 becomes 0
}

export function refusal(text) {
  const trimmed = text.trim();
  if (trimmed === "") return "An empty entry is not a number";
  return DECIMAL.test(asDecimal(text))
    ? `${trimmed} is too large: numbers end at ${LARGEST}`
    : `“${trimmed.slice(0, 20)}” is not a number`;
}

/** Equal but for what rounding in 64 bits may do. */
const near = (x, y) => Math.abs(x - y) <= 1e-12 * Math.abs(x);

/** Whole numbers as such, others with two decimals, and the smallest and largest as 1.00e-9. */
export function show(x) {
  const size = Math.abs(x);
  const whole = Math.round(x);
  if (x === 0) return "0";
  if (size < 0.005) return x.toExponential(2);
  return near(x, whole) && size < 1e6 ? String(whole) : fmt(x, size < 1e6 ? 2 : 3);
}

export const shownInFull = (...numbers) =>
  numbers.every((x) => !Number.isFinite(x) || x === 0 || near(x, Number(show(x))));

export const alike = (x, y) => x === y || (Number.isNaN(x) && Number.isNaN(y));

export function withEntry(array, [i, ...rest], value) {
  return array.map((a, j) => (j !== i ? a : rest.length ? withEntry(a, rest, value) : value));
}
