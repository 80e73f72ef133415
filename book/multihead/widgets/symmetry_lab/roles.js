import { sharesBack } from "../training/measures.js";

export const JOBS = [1, 2]; // how far back the two look-ups look

/** By head, the share of its mean pattern on each look-up. */
export function jobShares({ patterns, sizes: { pos } }) {
  return patterns.map((pattern) => {
    const shares = sharesBack(pattern, pos);
    return JOBS.map((back) => shares[back]);
  });
}

const MOST = 2 / 3; // two equal heads have up to 0.63 on one look-up

/** What a head with these shares took: a look-up that has most of them, both, or none. */
export function lookUpTaken(shares) {
  const back = JOBS.find((_, i) => shares[i] > MOST);
  if (back) return `${back} back`;
  return shares[0] + shares[1] > MOST ? "both" : "none";
}

/** How many runs head 0 took the first look-up of and head 1 the second, or the other way round. */
export function tally(runs) {
  const roles = runs.map((run) => jobShares(run).map(lookUpTaken).join());
  const count = (text) => roles.filter((role) => role === text).length;
  return { first: count("1 back,2 back"), second: count("2 back,1 back"), of: runs.length };
}

export function tallyText({ first, second, of }) {
  const rest = of - first - second;
  if (rest === of) return `In none of the ${of} runs does each head take one look-up.`;
  const others = rest ? `, and in ${rest} they do not divide the look-ups` : "";
  return `In ${first} of the ${of} runs head 0 takes 1 back, in ${second} head 1 does${others}.`;
}
