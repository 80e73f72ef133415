// What the model does with the sequence, in numbers.
import { product } from "../base/matrix.js";
import { softmax } from "../base/softmax.js";
import { runModel } from "../token_model/run_model.js";

/** Each head's pattern, and the share of each symbol as the next one: rows are positions. */
export function runSequence(data, { tokens, seed }, heads) {
  const weights = data.weights[seed];
  const on = data.allHeads.map((head) => heads.includes(head));
  const run = runModel(weights, tokens, on, true);
  return {
    patterns: run.heads.map(({ pattern }) => pattern),
    next: product(run.last, weights.W_U).map((logits) => softmax(logits)),
  };
}

const LEAST = 0.005; // a smaller change is none in whole per cent

/** The head and the key whose share in row `at` changed most; null if none did by 0.5 %. */
export function largestChange(before, now, at) {
  let largest = null;
  for (const [head, pattern] of now.entries())
    for (const [key, share] of pattern[at].entries()) {
      const was = before[head][at][key];
      const most = largest ? Math.abs(largest.share - largest.was) : LEAST;
      if (Math.abs(share - was) > most) largest = { head, key, was, share };
    }
  return largest;
}
