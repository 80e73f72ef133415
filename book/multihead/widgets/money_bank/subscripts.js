// How names are set: W_O and d_head with their indices lowered.
import { h } from "../base/elements.js";

export function subscripted(name) {
  const [letter, index] = name.split("_");
  return index ? [letter, h("sub", {}, index[0]), index.slice(1)] : [name];
}

export function withSubscripts(text) {
  const set = { W_O: () => subscripted("W_O"), d_head: () => ["d", h("sub", {}, "head")] };
  return text.split(/(W_O|d_head)/).flatMap((part) => set[part]?.() ?? [part]);
}
