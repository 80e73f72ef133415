import { cosine } from "./heads.js";

/** The measures in order: name, the table they compare, and whether it is what a head does. */
export const MEASURES = [
  { name: "W_Q", of: "W_Q", isEffect: false },
  { name: "W_V", of: "W_V", isEffect: false },
  { name: "Z", of: "Z", isEffect: false },
  { name: "W_Q W_Kᵀ", of: "matching", isEffect: true },
  { name: "pattern", of: "pattern", isEffect: true },
  { name: "Z W_O", of: "written", isEffect: true },
];

/** One cosine for each measure. */
export function similarities(first, second) {
  return MEASURES.map(({ of }) => cosine(first[of], second[of]));
}
