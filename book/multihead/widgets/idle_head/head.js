// What a head computes at one query, with a sink logit, a gate and a null token whose value is 0.
import { product } from "../base/matrix.js";
import { softmax } from "../base/softmax.js";

/** The attention weights of the tokens and of the null token, and what the sink takes. */
export function attentionRow({ scores }, { sink, null_score, masked }) {
  const row = softmax([...scores, masked ? -Infinity : null_score, sink ?? -Infinity]);
  return { tokens: row.slice(0, scores.length), null: row.at(-2), sink: row.at(-1) };
}

/**
 * The row, and what is written: the weighted sum of the values, the gate, and their product. Norms
 * are fractions of the largest that the head can write, that of one value vector alone.
 */
export function headAtQuery(example, state) {
  const row = attentionRow(example, state);
  const [weightedSum] = product([row.tokens], example.values);
  const gate = state.gate === null ? 1 : 1 / (1 + Math.exp(-state.gate));
  const output = weightedSum.map((entry) => gate * entry);
  const working = Math.max(...example.values.map((value) => Math.hypot(...value)));
  const [sumNorm, outputNorm] = [weightedSum, output].map((v) => Math.hypot(...v) / working);
  return { row, weightedSum, gate, output, sumNorm, outputNorm };
}
