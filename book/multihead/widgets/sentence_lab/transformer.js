// TokenModel of model.py with layer norm, on one sentence.
import { product, softmax, transpose } from "../base/matrix.js";

/**
 * Run a model on word numbers. `on` says of each head whether it is on; they count through all
 * layers. Returns each head's pattern, its values V W_O (what it would write if it looked at one
 * word only) and what it writes, and what the readout reads: rows are positions.
 */
export function runModel(weights, tokens, on) {
  const heads = [];
  let x = tokens.map((token, pos) => added(weights.E[token], weights.P[pos]));
  for (let layer = 0; `layers.${layer}.W_Q` in weights; layer++) {
    const read = normed(x, weights, `attention_norms.${layer}`);
    const found = headsOf(weights, layer).map((head) => attend(read, head));
    for (const head of found)
      if (on[heads.push(head) - 1]) x = x.map((row, pos) => added(row, head.written[pos]));
  }
  return { heads, last: normed(x, weights, "last_norm") };
}

function headsOf(weights, layer) {
  const [W_Q, W_K, W_V, W_O] = ["W_Q", "W_K", "W_V", "W_O"].map(
    (name) => weights[`layers.${layer}.${name}`],
  );
  return W_Q.map((_, head) => [W_Q[head], W_K[head], W_V[head], W_O[head]]);
}

function attend(x, [W_Q, W_K, W_V, W_O]) {
  const scores = product(product(x, W_Q), transpose(product(x, W_K)));
  const root = Math.sqrt(W_Q[0].length);
  const pattern = softmax(scores.map((row) => row.map((score) => score / root)));
  const values = product(product(x, W_V), W_O);
  return { pattern, values, written: product(pattern, values) };
}

const EPSILON = 1e-5; // PyTorch's

function normed(x, weights, name) {
  const scale = weights[`${name}.scale`],
    shift = weights[`${name}.shift`];
  return x.map((row) => {
    const mean = row.reduce((a, b) => a + b) / row.length;
    const variance = row.reduce((sum, a) => sum + (a - mean) ** 2, 0) / row.length;
    const size = Math.sqrt(variance + EPSILON);
    return row.map((a, i) => ((a - mean) / size) * scale[i] + shift[i]);
  });
}

const added = (a, b) => a.map((x, i) => x + b[i]);

/** The share of each of `nWords` words in the answer to a relation, at a row of `last`. */
export function answerShares({ W_U }, row, relation, nWords) {
  const start = relation * nWords;
  const logits = Array.from({ length: nWords }, (_, word) =>
    row.reduce((sum, x, i) => sum + x * W_U[i][start + word], 0),
  );
  return softmax([logits])[0];
}

export const size = (vector) => Math.hypot(...vector);
