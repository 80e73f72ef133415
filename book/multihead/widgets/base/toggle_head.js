import { put } from "./model.js";

/** Turn a head off if it is on, and on if it is off; those that are on stay in order. */
export function toggleHead(model, head) {
  const on = model.get("heads");
  const rest = on.filter((other) => other !== head);
  put(model, { heads: on.includes(head) ? rest : [...rest, head].sort((a, b) => a - b) });
}
