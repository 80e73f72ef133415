// TextModel of text_model.py on a line, and on lines that differ little from the one before.
import { attention } from "../base/attention.js";
import { product } from "../base/matrix.js";

/**
 * A function that runs a model and keeps what it found: of the next line it computes only the
 * tokens from the first that changed. This is a key-value cache, which keeps the rest too.
 *
 * `run(tokens, on)` takes token numbers, and says of each head whether it is on; they count through
 * all layers. It returns each head's pattern, and the logarithm of each token's share as the next
 * one: rows are positions.
 */
export function cachedRuns(model, multiply = product) {
  const runs = new Map(); // by which of the heads before are on
  const most = (model.layers.length + 1) * (model.layers.flat().length + 2); // that one line needs
  const cachedRun = (before, tokens, compute) => {
    const name = String(before);
    const old = runs.get(name) ?? { tokens: [] };
    const from = firstChange(old.tokens, tokens);
    const isNew = from < tokens.length || from < old.tokens.length;
    const run = isNew ? { tokens, ...compute(old, from) } : old;
    runs.delete(name);
    runs.set(name, run); // now the last in order
    if (runs.size > most) runs.delete(runs.keys().next().value);
    return run;
  };
  return (tokens, on) => {
    const patterns = [];
    let rowAt = (at) => model.E[tokens[at]];
    const rowsFrom = (from) => tokens.slice(from).map((_, i) => rowAt(from + i));
    for (const heads of model.layers) {
      const first = patterns.length;
      const { x, headRuns } = cachedRun(on.slice(0, first), tokens, (old, from) => {
        const rows = rowsFrom(from);
        return {
          x: joined(old.x, from, rows),
          headRuns: heads.map((head, i) => attend(head, rows, old.headRuns?.[i], from, multiply)),
        };
      });
      const writers = headRuns.filter((_, i) => on[first + i]);
      rowAt = (at) => writers.reduce((sum, { written }) => added(sum, written[at]), x[at]);
      patterns.push(...headRuns.map(({ pattern }) => pattern));
    }
    const { logShares } = cachedRun(on, tokens, (old, from) => {
      const rows = multiply(rowsFrom(from), model.W_U).map(asLogShares);
      return { logShares: joined(old.logShares, from, rows) };
    });
    return { patterns, logShares };
  };
}

function firstChange(before, tokens) {
  const at = tokens.findIndex((token, i) => token !== before[i]);
  return at < 0 ? tokens.length : at;
}

/** What a head makes of the rows that begin at `from`, behind what it made of those before. */
function attend({ W_Q, W_K, W_V, W_O, bias }, x, old, from, multiply) {
  const [Q, K, V] = [W_Q, W_K, W_V].map((W) => multiply(x, W));
  const [keys, values] = [joined(old?.keys, from, K), joined(old?.values, from, V)];
  const maskScore = (score, query, key) =>
    key > from + query ? -Infinity : score + bias[from + query - key];
  const { pattern, Z } = attention(Q, keys, values, maskScore, multiply);
  return {
    keys,
    values,
    pattern: joined(old?.pattern, from, pattern),
    written: joined(old?.written, from, multiply(Z, W_O)),
  };
}

const joined = (before = [], from, rows) => [...before.slice(0, from), ...rows];

const added = (a, b) => a.map((x, i) => x + b[i]);

function asLogShares(logits) {
  let [top, sum] = [-Infinity, 0];
  for (const logit of logits) if (logit > top) top = logit;
  for (const logit of logits) sum += Math.exp(logit - top);
  const all = top + Math.log(sum);
  return logits.map((logit) => logit - all);
}
