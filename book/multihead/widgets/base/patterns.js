// The patterns that a widget was given.
import { bytes, floats } from "./arrays.js";

/** The pattern as `pack` of patterns.py wrote it: whole matrices, or lower triangles row by row. */
export function openPattern(get) {
  const sizes = get("_sizes"),
    unit = get("_unit"),
    numbers = (unit === 1 ? floats : bytes)(get("_pattern"));
  return { sizes, numbers, n: sizes.query, causal: get("_causal"), unit };
}

/** Which of the matrices: seed, step, layer, head in this order. */
export function matrixIndex(sizes, { seed, step, layer }, head) {
  return ((seed * sizes.step + step) * sizes.layer + layer) * sizes.head + head;
}

export function share({ numbers, n, causal, unit }, index, query, key) {
  if (!causal) return numbers[(index * n + query) * n + key] / unit;
  return key > query
    ? 0
    : numbers[index * ((n * (n + 1)) / 2) + (query * (query + 1)) / 2 + key] / unit;
}

export function shares(pattern, index, query) {
  return Array.from({ length: pattern.n }, (_, key) => share(pattern, index, query, key));
}

/** One whole pattern, row by row. */
export function matrix(pattern, index) {
  const { n, causal } = pattern,
    out = new Float64Array(n * n);
  for (let query = 0; query < n; query++)
    for (let key = 0; key < (causal ? query + 1 : n); key++)
      out[query * n + key] = share(pattern, index, query, key);
  return out;
}
