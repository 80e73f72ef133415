// What the reader looks at: the state and all that follows from it.
import { headsAt } from "./data.js";
import { errors, fate } from "./errors.js";

export const STATE = ["heads", "seed", "step", "compare", "matched"];

export function viewState(data, get) {
  const state = Object.fromEntries(STATE.map((name) => [name, get(name)]));
  const seeds = state.compare === null ? [state.seed] : [state.seed, state.compare];
  return {
    ...state,
    off: data.places.filter((place) => !state.heads.includes(place)),
    seeds: seeds.map((seed) => measure(data, state, seed)),
  };
}

/** A seed's own heads, all and those on; its errors now, with all heads and with none. */
function measure(data, { heads, step, matched }, seed) {
  const at = { seed, step };
  const ownHeads = headsAt(data, data.places, seed, matched);
  const on = headsAt(data, heads, seed, matched);
  const full = errors(data, at, ownHeads);
  const none = errors(data, at, []);
  const now = on.length < ownHeads.length ? errors(data, at, on) : full;
  const fates = now.outputs.map((error, i) => fate(error, full.outputs[i], none.outputs[i]));
  return { ...at, ownHeads, on, now, full, none, fates };
}
