import { sharesBack } from "../training/measures.js";

export const LOOK_UPS = [1, 2]; // how many steps back each attends

/** "2 steps back" */
export const stepsBack = (steps) => `${steps} step${steps === 1 ? "" : "s"} back`;

/** By head, the mean attention weight on each look-up. */
export function lookUpShares({ patterns, sizes: { pos } }) {
  return patterns.map((pattern) => {
    const shares = sharesBack(pattern, pos);
    return LOOK_UPS.map((back) => shares[back]);
  });
}

const MOST = 2 / 3; // two equal heads have up to 0.63 on one look-up

/** Which look-up has most of the weight of a head with these shares; or both, or none. */
export function lookUpOf(shares) {
  const back = LOOK_UPS.find((_, i) => shares[i] > MOST);
  if (back) return `${back} back`;
  return shares[0] + shares[1] > MOST ? "both" : "none";
}

/** In how many runs head 0 does the first look-up and head 1 the second, or the reverse. */
export function tally(runs) {
  const roles = runs.map((run) => lookUpShares(run).map(lookUpOf).join());
  const count = (text) => roles.filter((role) => role === text).length;
  return { first: count("1 back,2 back"), second: count("2 back,1 back"), of: runs.length };
}

export function tallyText({ first, second, of }) {
  const rest = of - first - second;
  if (rest === of) return `In none of the ${of} runs does each head do one look-up.`;
  const others = rest ? `, and in ${rest} the heads do not divide the look-ups` : "";
  return (
    `In ${first} of the ${of} runs, head 0 attends 1 step back and head 1 attends 2; ` +
    `in ${second}, it is the reverse${others}.`
  );
}
