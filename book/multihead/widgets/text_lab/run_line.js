// What a model makes of a line: its loss, the probability of each token, the cost of each head.

/**
 * Run a model on a line, by `cachedRuns`. Besides what that returns: the probability of each token
 * but the first; the loss in nats per token.
 */
export function runLine(run, tokens, on) {
  const outputs = run(tokens, on);
  const costs = tokens.slice(1).map((token, at) => -outputs.logShares[at][token]);
  const loss = costs.reduce((a, b) => a + b, 0) / costs.length;
  return { ...outputs, tokenShares: costs.map((cost) => Math.exp(-cost)), loss };
}

/** The probability of each token as the next one after position `at`. */
export const nextShares = ({ logShares }, at) => Array.from(logShares[at], Math.exp);

/** The attention weights of a head from position `at` on what is not after it. */
export const headShares = ({ patterns }, head, at) =>
  Array.from(patterns[head][at].slice(0, at + 1));

/** What a line is without one head, others as they are in `line`, which was run with `on`. */
export function removeHead(run, tokens, on, line, head) {
  const toggled = on.map((isOn, other) => (other === head ? !isOn : isOn));
  const other = runLine(run, tokens, toggled);
  const [withHead, without] = on[head] ? [line, other] : [other, line];
  const falls = withHead.tokenShares.map((share, i) => share - without.tokenShares[i]);
  const most = falls.indexOf(Math.max(...falls));
  return {
    cost: without.loss - withHead.loss,
    at: most + 1, // the token whose probability falls most, from what and to what
    was: withHead.tokenShares[most],
    share: without.tokenShares[most],
  };
}
