import { matrixIndex } from "../base/patterns.js";

/** Which of the patterns is that of a head; those of untrained models are step 0. */
export function patternIndex({ sizes }, { models, layer, head }) {
  const step = models === "trained" ? 1 : 0;
  const seed = Math.floor(head / sizes.head);
  return matrixIndex(sizes, { seed, step, layer }, head % sizes.head);
}
