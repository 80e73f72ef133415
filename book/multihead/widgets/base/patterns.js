// The patterns that a widget was given.
import { bytes, floats } from "./arrays.js";

/** The pattern as `pack` of patterns.py wrote it: whole matrices, or lower triangles row by row. */
export function openPattern(get) {
  const sizes = get("_sizes"),
    unit = get("_unit"),
    [numbers, sinks] = ["_pattern", "_sink"].map((name) => read(get(name), unit));
  const n = sizes.query;
  return { sizes, numbers, sinks, n, nKeys: n + (sinks.length > 0), causal: get("_causal"), unit };
}

function read(data, unit) {
  if (!data) return [];
  return (unit === 1 ? floats : bytes)(data);
}

/** Which of the matrices: seed, step, layer, head in this order. */
export function matrixIndex(sizes, { seed, step, layer }, head) {
  return ((seed * sizes.step + step) * sizes.layer + layer) * sizes.head + head;
}

/** A head's share of a key; with a sink, it is key n. */
export function share({ numbers, sinks, n, causal, unit }, index, query, key) {
  if (key === n) return sinks[index * n + query] / unit;
  if (!causal) return numbers[(index * n + query) * n + key] / unit;
  return key > query
    ? 0
    : numbers[index * ((n * (n + 1)) / 2) + (query * (query + 1)) / 2 + key] / unit;
}

export function shares(pattern, index, query) {
  return Array.from({ length: pattern.nKeys }, (_, key) => share(pattern, index, query, key));
}

/** One whole pattern, row by row. */
export function matrix(pattern, index) {
  const { n, nKeys } = pattern,
    out = new Float64Array(n * nKeys);
  for (let i = 0; i < out.length; i++)
    out[i] = share(pattern, index, Math.floor(i / nKeys), i % nKeys);
  return out;
}
