// From numbers on an axis to places in a picture, and to what is read out.

export const MEDIAN_FIRST = 4; // units by which a median may be farther away than a training
export const NEAR = 24; // units: a training that is farther away is not meant

/** The first value and then differences: the values. */
export function summed(steps) {
  let sum = 0;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}

/** A function from a value between two ends to its place in the picture. */
export const placeOn =
  ([low, high], start, size) =>
  (value) =>
    start + ((value - low) / (high - low)) * size;

/** Read a whole number of an axis: where it stands on it. */
export const onAxis = (axis, whole) => whole * 10 ** (axis.unit ?? 0);

/** Read a whole number of an axis: as text. A step on a logarithmic axis is a few percent. */
export function numberText(axis, whole) {
  const value = onAxis(axis, whole);
  const text = axis.log
    ? Number((10 ** value).toPrecision(2))
    : value.toFixed(Math.max(0, -(axis.unit ?? 0)));
  return minus(text);
}

/** A number with a minus as wide as a plus. */
export const minus = (number) => String(number).replace("-", "−");

/** The place of the smallest number. */
export const nearest = (distances) => distances.indexOf(Math.min(...distances));

/** One after `i` among `n`, or one before; it stays at the ends. */
export const beside = (i, step, n) => Math.min(n - 1, Math.max(0, i + step));

export const joined = (...parts) => parts.filter(Boolean).join(", ");

/** The ids of the rows of a table of this page that say what the marks are, in their order. */
export const idsOfRows = (begin) =>
  begin ? [...document.querySelectorAll(`tr[id^="${begin}"]`)].map(({ id }) => id) : [];
