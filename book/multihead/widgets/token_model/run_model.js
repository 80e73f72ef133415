// TokenModel of model.py without MLPs, on one sequence.
import { attention } from "../base/attention.js";
import { product } from "../base/matrix.js";

/**
 * Run a model on token numbers. `on` says of each head whether it is on; they count through all
 * layers. With `causal`, no position looks at a later one. Returns each head's pattern, its values
 * V W_O (what it would write if it looked at one token only) and what it writes, and what the
 * readout reads: rows are positions.
 */
export function runModel(weights, tokens, on, causal = false) {
  const heads = [];
  let x = tokens.map((token, pos) => added(weights.E[token], weights.P[pos]));
  for (let layer = 0; `layers.${layer}.W_Q` in weights; layer++) {
    const read = normed(x, weights, `attention_norms.${layer}`);
    const outputs = headsOf(weights, layer).map((head) => attend(read, head, causal));
    for (const head of outputs)
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

function attend(x, [W_Q, W_K, W_V, W_O], causal) {
  const [Q, K, V] = [W_Q, W_K, W_V].map((W) => product(x, W));
  const values = product(V, W_O);
  const maskScore = (score, query, key) => (causal && key > query ? -Infinity : score);
  const { pattern, Z: written } = attention(Q, K, values, maskScore);
  return { pattern, values, written };
}

const EPSILON = 1e-5; // PyTorch's

/** The layer norm of this name, or x as it is if the model has none. */
function normed(x, weights, name) {
  if (!(`${name}.scale` in weights)) return x;
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
