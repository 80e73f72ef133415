// What a model makes of a line: its loss, the share of each token, and what each head is worth.

/**
 * Run a model on a line, by `keptRuns`. Besides what that returns: the share given to each token
 * but the first; the loss in nats a token.
 */
export function lineOf(run, tokens, on) {
  const ran = run(tokens, on);
  const costs = tokens.slice(1).map((token, at) => -ran.logShares[at][token]);
  const loss = costs.reduce((a, b) => a + b, 0) / costs.length;
  return { ...ran, given: costs.map((cost) => Math.exp(-cost)), loss };
}

/** The share of each token as the next one after position `at`. */
export const sharesAfter = ({ logShares }, at) => Array.from(logShares[at], Math.exp);

/** The shares of a head's look from position `at` at what is not after it. */
export const lookFrom = ({ patterns }, head, at) => Array.from(patterns[head][at].slice(0, at + 1));

/** What a line is without one head, others as they are in `line`, which was run with `on`. */
export function withoutHead(run, tokens, on, line, head) {
  const turned = on.map((is, other) => (other === head ? !is : is));
  const other = lineOf(run, tokens, turned);
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
