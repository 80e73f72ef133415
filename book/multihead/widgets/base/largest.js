/** The largest size of a number. */
export function largest(values) {
  return values.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
}
