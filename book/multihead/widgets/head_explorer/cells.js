// Numbers of whole patterns, cell by cell.

export function minus(a, b) {
  return a.map((x, i) => x - b[i]);
}

/** The cell that is largest in size. */
export function largest(values, n) {
  let best = 0;
  for (let i = 1; i < values.length; i++)
    if (Math.abs(values[i]) > Math.abs(values[best])) best = i;
  return { query: Math.floor(best / n), key: best % n, value: values[best] };
}
