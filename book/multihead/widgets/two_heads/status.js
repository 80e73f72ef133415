import { mostLookedBack } from "../training/measures.js";
import { weightsApart } from "./pairs.js";

const SIMILAR = 0.1; // patterns closer than this look the same; their distance is √2 at most

/** A number as people write it, two digits of it and no exponent: 0.000000015. */
export function plainNumber(x) {
  return x.toLocaleString("en", { maximumSignificantDigits: 2, useGrouping: false });
}

export function distanceText(run, step = run.step) {
  const apart = weightsApart(run, step);
  return apart === 0 ? "exactly 0" : plainNumber(apart);
}

/** What the status says of pairs at rest. */
export function statusText({ step, equal, nudged }) {
  if (step === 0)
    return "Not trained yet. In each pair, the patterns of the two heads look the same.";
  const left = weightsApart(equal, step) === 0 ? "are still identical" : "differ";
  return `After ${step} steps, the identical heads ${left}. The other two ${nudgedText(nudged)}.`;
}

/** What all four heads give one key, for one query; the pictures are means over a batch. */
export function weightsText({ equal, nudged }, query, key) {
  const of = ({ patterns, sizes: { pos } }) =>
    patterns.map((pattern) => pattern[query * pos + key].toFixed(2)).join(" and ");
  const where = `Query ${query}, key ${key}: mean attention weight`;
  return `${where} ${of(equal)} in the identical heads, ${of(nudged)} in the other two.`;
}

const stepsOf = ({ back }) => `${back} step${back === 1 ? "" : "s"}`;

function nudgedText({ history, step, patterns, sizes }) {
  if (history.pattern[step] < SIMILAR) return "still have patterns that look the same";
  const [a, b] = patterns.map((pattern) => mostLookedBack(pattern, sizes.pos));
  if (a.back === b.back || Math.min(a.share, b.share) < 0.5) return "have begun to diverge";
  const attended = [a, b].map((steps, head) => `head ${head} attends ${stepsOf(steps)} back`);
  return `divide the work: ${attended.join(", and ")}`;
}
