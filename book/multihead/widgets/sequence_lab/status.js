// What is said of heads, positions and symbols, in words.

import { capital, insteadOf, isolate } from "../base/format.js";
import { headName, headsText } from "../base/head_name.js";
import { percent } from "../base/percent.js";
import { ranked } from "../base/ranked.js";
import { largestChange } from "./run_sequence.js";

/** "5 B" */
export const placeName = ({ labels }, tokens, at) => `${at} ${isolate(labels[tokens[at]])}`;

/** A position and its relation to the one in focus: "5 B (after the earlier A)". */
export function placeText(data, { tokens, query }, key) {
  const name = placeName(data, tokens, key);
  if (key > 0 && tokens[key - 1] === tokens[query])
    return `${name} (after the earlier ${isolate(data.labels[tokens[query]])})`;
  if (key === query) return `${name} (itself)`;
  return key === query - 1 ? `${name} (one step back)` : name;
}

/** What a head attends to most from the position in focus. */
export function lookText(data, state, head) {
  const row = state.outputs.patterns[head][state.query];
  const [key] = ranked(row, 1);
  const name = `head ${headName(head, data.sizes)}`;
  return `${name} attends most to ${placeText(data, state, key)}, with weight ${percent(row[key])}`;
}

/** What the status says: what the reader changed, and what came of it. */
export function statusText(data, before, now) {
  if (!before) return `${capital(viewText(data, now))}. Switch a head off.`;
  const what = whatChanged(data, before, now).join("; ");
  if (!what) return "";
  const others = ["seed", "tokens", "query"].some((name) => `${before[name]}` !== `${now[name]}`);
  return `${capital(what)}: ${others ? viewText(data, now) : effectText(data, before, now)}.`;
}

/** The head of the last layer with the largest attention weight, and the next symbol. */
function viewText(data, state) {
  const { query, outputs } = state;
  const [first, ...rest] = data.allHeads.slice(-data.sizes.head / data.sizes.layer);
  const top = (head) => Math.max(...outputs.patterns[head][query]);
  const head = rest.reduce((best, other) => (top(other) > top(best) ? other : best), first);
  const lookPart = `from ${placeName(data, state.tokens, query)}, ${lookText(data, state, head)}`;
  return `${lookPart}; ${nextText(data, state)}`;
}

/** Whose pattern changed most when a head was ablated or not, and the next symbol. */
function effectText(data, before, now) {
  const { query, tokens } = now;
  const moved = largestChange(before.outputs.patterns, now.outputs.patterns, query);
  const lookPart = moved
    ? `head ${headName(moved.head, data.sizes)} attends to ${placeText(data, now, moved.key)} ` +
      `with weight ${percent(moved.share)} instead of ${percent(moved.was)}`
    : `from ${placeName(data, tokens, query)}, no head attends differently`;
  return `${lookPart}; ${nextText(data, now, before)}`;
}

function nextText({ labels }, { tokens, query, outputs }, before) {
  const right = tokens[query + 1];
  const [best] = ranked(outputs.next[query], 1);
  const symbol = right ?? best;
  const name = right === undefined ? "the most likely next symbol" : "the right next symbol";
  const share = percent(outputs.next[query][symbol]);
  const old = before && percent(before.outputs.next[query][symbol]);
  return `${name}, ${isolate(labels[symbol])}, has probability ${share}${insteadOf(old, share)}`;
}

function whatChanged(data, before, now) {
  const changes = headsText(data, before, now);
  if (before.seed !== now.seed) changes.push(`seed ${data.seeds[now.seed]}`);
  const edited = now.tokens.flatMap((token, at) => (token === before.tokens[at] ? [] : [at]));
  if (edited.length === 1) changes.push(editText(data, before, now, edited[0]));
  if (edited.length > 1) changes.push("a different sequence");
  if (before.query !== now.query) changes.push("a different position");
  return changes;
}

function editText({ labels }, before, now, at) {
  const [old, token] = [before, now].map(({ tokens }) => isolate(labels[tokens[at]]));
  return `position ${at} holds ${token} instead of ${old}`;
}
