// The arithmetic of MiniLM, as in multihead.minilm.encode: what its heads attend to and write.
import { product } from "../base/matrix.js";
import { softmax } from "../base/softmax.js";
import { wordPieces } from "./word_pieces.js";

const EPSILON = 1e-12; // of BERT's layer norms

/** The tokens of a text that the model reads: the first, and the last, where there are more. */
export function tokensRead(model, text, longest) {
  const all = wordPieces(text, (piece) => model.numberOf.has(piece));
  return all.length > longest ? [...all.slice(0, longest - 1), all.at(-1)] : all;
}

/**
 * Run the model on tokens, in steps of a layer: a generator that returns `tokens`, the `patterns`
 * of all heads, query by query, and for each head and key the `norms` of value times W_O.
 */
export function* readingSteps(model, tokens) {
  const { nHeads, nLayers } = model;
  const n = tokens.length;
  const patterns = new Float32Array(nLayers * nHeads * n * n);
  const norms = new Float32Array(nLayers * nHeads * n);
  let x = embed(model, tokens);
  for (let layer = 0; layer < nLayers; layer++) {
    const named = (name) => model[`${name}.${layer}`];
    const [q, k, v] = ["Q", "K", "V"].map((name) =>
      linear(x, named(`W_${name}`), named(`b_${name}`)),
    );
    const z = v.map((row) => new Float32Array(row.length));
    for (let head = 0; head < nHeads; head++) {
      const of = cut(head, nHeads, v[0].length);
      const pattern = attend(of(q), of(k));
      const index = layer * nHeads + head;
      patterns.set(pattern, index * n * n);
      norms.set(writtenNorms(of(v), named("W_O"), head), index * n);
      addWeighted(of(z), pattern, of(v));
    }
    yield;
    if (layer === nLayers - 1) break;
    x = norm(model, 2 * layer + 1, add(x, linear(z, named("W_O"), named("b_O"))));
    const hidden = linear(x, named("W_in"), named("b_in"));
    for (const row of hidden) for (let i = 0; i < row.length; i++) row[i] = gelu(row[i]);
    x = norm(model, 2 * layer + 2, add(x, linear(hidden, named("W_out"), named("b_out"))));
    yield;
  }
  return { tokens, n, patterns, norms };
}

function embed(model, tokens) {
  const rows = tokens.map((token, at) => {
    const position = model.P(at);
    return model.E(model.numberOf.get(token)).map((e, i) => e + position[i] + model.segment[i]);
  });
  return norm(model, 0, rows);
}

const linear = (x, W, b) => product(x, W).map((row) => row.map((value, i) => value + b[i]));

const add = (a, b) => a.map((row, at) => row.map((value, i) => value + b[at][i]));

/** What picks the columns of one head out of rows that have all heads side by side. */
function cut(head, nHeads, width) {
  const size = width / nHeads;
  return (rows) => rows.map((row) => row.subarray(head * size, (head + 1) * size));
}

/** The pattern of one head, query by query. */
function attend(q, k) {
  const scale = 1 / Math.sqrt(q[0].length);
  const scores = Float32Array.from({ length: q.length * k.length }, (_, i) => {
    const [query, key] = [q[Math.floor(i / k.length)], k[i % k.length]];
    return scale * query.reduce((sum, value, d) => sum + value * key[d], 0);
  });
  return softmax(scores, k.length);
}

/** How long each value is once W_O of its head has taken it back to the residual stream. */
function writtenNorms(v, W_O, head) {
  const size = v[0].length;
  const written = product(v, W_O.slice(head * size, (head + 1) * size));
  return written.map((row) => Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)));
}

/** Add to the rows of `z` the values, weighed by the pattern. */
function addWeighted(z, pattern, v) {
  for (const [query, row] of z.entries())
    for (const [key, value] of v.entries()) {
      const weight = pattern[query * v.length + key];
      for (let d = 0; d < row.length; d++) row[d] += weight * value[d];
    }
}

/** The layer norm of this number, of each row. */
function norm(model, number, rows) {
  const [scale, shift] = [model[`scale_${number}`], model[`shift_${number}`]];
  return rows.map((row) => {
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    const size = Math.sqrt(variance + EPSILON);
    return row.map((value, i) => (scale[i] * (value - mean)) / size + shift[i]);
  });
}

/** x times the share of a normal distribution below x. */
export const gelu = (x) => (x / 2) * (1 + erf(x / Math.SQRT2));

/** The error function to 2e-7 (Abramowitz & Stegun 7.1.26). */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const powers = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const sum = t * powers.reduce((below, power) => below * t + power, 0);
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}
