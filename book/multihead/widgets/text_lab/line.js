// What a model makes of a line: its loss, the share of each token, and what each head is worth.
import { multiply, runText } from "./text_model.js";

/**
 * Run a model on a line. Besides what `runText` returns: the logits; the logarithm of the sum of
 * their powers at each position; the share given to each token but the first; the loss in nats a
 * token.
 */
export function lineOf(model, tokens, on, same) {
  const ran = runText(model, tokens, on, same);
  const { nTokens } = model;
  const logits = multiply(ran.x, model.W_U, tokens.length, model.width, nTokens);
  const sums = Float64Array.from(tokens, (_, at) =>
    logSum(logits.subarray(at * nTokens, (at + 1) * nTokens)),
  );
  const costs = tokens.slice(1).map((token, at) => sums[at] - logits[at * nTokens + token]);
  const loss = costs.reduce((a, b) => a + b, 0) / costs.length;
  return { ...ran, logits, sums, given: costs.map((cost) => Math.exp(-cost)), loss };
}

function logSum(logits) {
  let [top, sum] = [-Infinity, 0];
  for (const logit of logits) if (logit > top) top = logit;
  for (const logit of logits) sum += Math.exp(logit - top);
  return top + Math.log(sum);
}

/** The share of each token as the next one after position `at`. */
export function sharesAfter({ logits, sums }, at) {
  const nTokens = logits.length / sums.length;
  const row = logits.subarray(at * nTokens, (at + 1) * nTokens);
  return Array.from(row, (logit) => Math.exp(logit - sums[at]));
}

/** The shares of a head's look from position `at` at what is not after it. */
export function lookFrom({ layers, sums }, head, at) {
  const { pattern } = layers.flat()[head];
  return Array.from(pattern.subarray(at * sums.length, at * sums.length + at + 1));
}

/** What a line is without one head, others as they are in `line`, which was run with `on`. */
export function withoutHead(model, tokens, on, line, head) {
  const turned = on.map((is, other) => (other === head ? !is : is));
  const layer = line.layers.findIndex((_, at) => head < line.layers.slice(0, at + 1).flat().length);
  const other = lineOf(model, tokens, turned, line.layers.slice(0, layer + 1));
  const [there, gone] = on[head] ? [line, other] : [other, line];
  const falls = there.given.map((share, i) => share - gone.given[i]);
  const most = falls.indexOf(Math.max(...falls));
  return {
    cost: gone.loss - there.loss,
    at: most + 1, // the token whose share falls most, from what and to what
    was: there.given[most],
    share: gone.given[most],
  };
}
