// What a model makes of a line: its loss, the share of each token, and what each head is worth.

/**
 * Run a model on a line, by `cachedRuns`. Besides what that returns: the share given to each token
 * but the first; the loss in nats a token.
 */
export function runLine(run, tokens, on) {
  const outputs = run(tokens, on);
  const costs = tokens.slice(1).map((token, at) => -outputs.logShares[at][token]);
  const loss = costs.reduce((a, b) => a + b, 0) / costs.length;
  return { ...outputs, tokenShares: costs.map((cost) => Math.exp(-cost)), loss };
}

/** The share of each token as the next one after position `at`. */
export const nextShares = ({ logShares }, at) => Array.from(logShares[at], Math.exp);

/** The shares of a head's look from position `at` at what is not after it. */
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
    at: most + 1, // the token whose share falls most, from what and to what
    was: withHead.tokenShares[most],
    share: without.tokenShares[most],
  };
}
