// What the heads make of a sentence: as it travels, see readings.py, and as it is shown.
import { bytes } from "../base/arrays.js";

const ROOT_STEPS = 80;
const [PER_OCTAVE, OCTAVES] = [24, 6];

/** The readings that the widget holds, by their sentences; each is unpacked when it is needed. */
export function openReadings(get) {
  const [texts, tokens] = [get("_texts"), get("_tokens")];
  const [patterns, norms] = [bytes(get("_patterns")), bytes(get("_norms"))];
  const { layer, head } = get("_sizes");
  const packed = new Map(),
    opened = new Map();
  let [from, normsFrom, before] = [0, 0, []];
  for (const [i, text] of texts.entries()) {
    const n = tokens[i].length;
    const [to, normsTo] = [from + layer * head * n * n, normsFrom + layer * head * n];
    const steps = patterns.slice(from, to); // differences, where the one before has this size
    if (before.length === steps.length)
      for (let j = 0; j < steps.length; j++) steps[j] += before[j];
    packed.set(text, [tokens[i], steps, norms.subarray(normsFrom, normsTo)]);
    [from, normsFrom, before] = [to, normsTo, steps];
  }
  return (text) => {
    if (packed.has(text) && !opened.has(text)) opened.set(text, unpack(...packed.get(text)));
    return opened.get(text);
  };
}

function unpack(tokens, steps, normSteps) {
  const patterns = Float32Array.from(steps, (step) => (step / ROOT_STEPS) ** 2);
  const norms = Float32Array.from(normSteps, (step) =>
    step ? 2 ** (step / PER_OCTAVE - OCTAVES) : 0,
  );
  return { tokens, n: tokens.length, patterns: toOne(patterns, tokens.length), norms };
}

/** Make each row of this length sum to 1, in place; one of zeros stays. */
function toOne(numbers, length) {
  for (let from = 0; from < numbers.length; from += length) {
    const row = numbers.subarray(from, from + length);
    const sum = row.reduce((a, b) => a + b, 0);
    if (sum > 0) for (let i = 0; i < length; i++) row[i] /= sum;
  }
  return numbers;
}

/** The pattern of a head, query by query: attention weights, or the parts of what it writes. */
export function matrixOf({ n, patterns, norms }, index, view) {
  const weights = patterns.subarray(index * n * n, (index + 1) * n * n);
  if (view === "attends") return weights;
  return toOne(
    weights.map((weight, i) => weight * norms[index * n + (i % n)]),
    n,
  );
}

/** The row of one query of a head, as a list. */
export function rowOf(reading, index, view, query) {
  const matrix = matrixOf(reading, index, view);
  return Array.from(matrix.subarray(query * reading.n, (query + 1) * reading.n));
}

/** What the head's norms of weight times value add up to in a row. */
export function rowNorm({ n, patterns, norms }, index, query) {
  const weights = patterns.subarray((index * n + query) * n, (index * n + query + 1) * n);
  return weights.reduce((sum, weight, key) => sum + weight * norms[index * n + key], 0);
}

/**
 * Of all heads and queries: the part of the attention that goes to the first token, and the part
 * of what is written that comes from there.
 */
export function partsOfFirst({ n, patterns, norms }) {
  const totals = { attention: 0, first: 0, written: 0, writtenFirst: 0 };
  for (let i = 0; i < patterns.length; i++) {
    const [index, key] = [Math.floor(i / (n * n)), i % n];
    const size = patterns[i] * norms[index * n + key];
    totals.attention += patterns[i];
    totals.written += size;
    if (key) continue;
    totals.first += patterns[i];
    totals.writtenFirst += size;
  }
  return {
    attends: totals.first / totals.attention,
    writes: totals.written && totals.writtenFirst / totals.written,
  };
}
