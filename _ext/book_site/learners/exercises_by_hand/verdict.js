/* What `check` says of an answer by hand, in its words: book/multihead/exercises/verdict.py. */

const NOT_FINITE = { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, "-inf": -Infinity };

/** Read an array of a key as its shape and its numbers; what was raised has none. */
const array = ({ shape, numbers }) =>
  numbers && { shape, numbers: numbers.map((value) => NOT_FINITE[value] ?? value) };

const sameShape = (a, b) => a.shape.join() === b.shape.join();

function near(a, b, absolute, relative) {
  if (Number.isFinite(b)) return Math.abs(a - b) <= absolute + relative * Math.abs(b);
  return Object.is(a, b);
}

const agree = (a, b, tolerance) =>
  sameShape(a, b) && a.numbers.every((x, i) => near(x, b.numbers[i], tolerance, tolerance / 10));

/** Write a shape as Python does. */
const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

const kind = ({ shape }) =>
  shape.length > 0 ? `an array of numbers of shape ${tuple(shape)}` : "one number";

/** Say how an answer differs from what is right, or return undefined. */
function fault(given, right, tolerance) {
  const wanted = `expected ${kind(right)}`;
  if (!sameShape(given, right)) return `The answer has shape ${tuple(given.shape)}; ${wanted}.`;
  const all = given.numbers.length;
  const bad = given.numbers.filter((value) => !Number.isFinite(value)).length;
  if (bad > 0) return `The answer holds ${bad} NaN or infinite number(s) of ${all}; ${wanted}.`;
  if (agree(given, right, tolerance)) return undefined;
  const off = given.numbers.filter((value, i) => !near(value, right.numbers[i], tolerance, 0));
  return `${off.length} of ${all} number(s) differ from ours.`;
}

/** Return the usual mistake that gives these numbers, unless it gives what is right as well. */
function likely(given, wrong, right, tolerance) {
  for (const [mistake, [kept]] of Object.entries(wrong)) {
    const made = array(kept);
    if (made && agree(given, made, tolerance) && !agree(made, right, tolerance)) return mistake;
  }
  return undefined;
}

/** Judge `{shape, numbers}` by the key of the exercise `name`, on its numbers of one seed. */
export function verdict(name, key, seed, given) {
  const { right, wrong } = key.sheets[seed];
  const expected = array(right[0]);
  const found = fault(given, expected, key.tolerance);
  if (!found) return { passed: true, message: `${name}: visible checks pass.` };
  const mistake = likely(given, wrong, expected, key.tolerance);
  const named = mistake ? `Likely: ${mistake}.` : "This is none of the usual mistakes.";
  return { passed: false, message: `${name}: not yet.\n${found}\n${named}` };
}
