// What HeadExplorer says of its state: names of seeds and cells, numbers.
import { fmt, isolate } from "../base/format.js";
import { matrixIndex, share } from "../base/patterns.js";

export const seedName = ({ names }, seed) => `seed ${names.seed[seed]}`;

export const cellName = ({ labels }, { query, key }) =>
  `query ${query} ${isolate(labels[query])} → key ${key} ${isolate(labels[key])}`;

/** A head's attention weight in a cell; with a second seed, both and their difference. */
export function shareText(data, state, head, { query, key }) {
  const of = (seed) => share(data, matrixIndex(data.sizes, { ...state, seed }, head), query, key);
  const a = of(state.seed);
  if (state.compare === null) return fmt(a);
  const b = of(state.compare);
  return `${fmt(a)} − ${fmt(b)} = ${fmt(a - b, 3, true)}`;
}
