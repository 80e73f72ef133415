// What is said of a sentence, in words.

import { capital, fmt } from "../base/format.js";
import { headPlace } from "../base/head_name.js";
import { percent } from "../base/percent.js";
import { ranked } from "../base/ranked.js";

export const wordName = (words, token) => words[token] || "end";

export function fullName(head, sizes) {
  const [layer, place] = headPlace(head, sizes);
  return `Layer ${layer} head ${place}`;
}

/** "it → animal 98 %" */
export function answerSaid(words, from, shares) {
  const [best] = ranked(shares, 1);
  return `${from} → ${wordName(words, best)} ${percent(shares[best])}`;
}

/** What a head does, for those who cannot see it: its three largest shares. */
export function headSaid(name, { looks, writes, length }, shading, names) {
  const shares = shading === "looks" ? looks : writes;
  const told = ranked(shares, 3).map((i) => `${names[i]} ${percent(shares[i])}`);
  const verb = shading === "looks" ? "looks at" : "writes what it finds at";
  return `${name} ${verb} ${told.join(", ")}. Length of what it writes: ${fmt(length, 1)}.`;
}

/** What the status says: what the reader changed, the answer now, and the answer before. */
export function changeSaid(data, before, now) {
  const answer = firstAnswer(data, now);
  if (!before) return `${answer}. Swap a word, or turn off a head.`;
  const what = whatChanged(data, before.state, now.state);
  if (before.state.at !== now.state.at) return `${what}${answer}.`;
  const old = firstAnswer(data, before);
  return old === answer ? `${what}${answer}, as before.` : `${what}${answer}. Before: ${old}.`;
}

function firstAnswer({ words }, { state: { tokens, at }, found }) {
  const from = words[tokens[at]];
  if (!found.answers.length) return `No relation starts at “${from}”`;
  return answerSaid(words, from, found.answers[0].shares);
}

function whatChanged({ words, sizes, seeds }, before, now) {
  const said = [swapSaid(words, before.tokens, now.tokens)];
  for (let head = 0; head < sizes.head; head++) {
    const on = now.heads.includes(head);
    if (on !== before.heads.includes(head))
      said.push(`${fullName(head, sizes)} is ${on ? "on" : "off"}`);
  }
  if (before.seed !== now.seed) said.push(`seed ${seeds[now.seed]}`);
  if (before.shading !== now.shading)
    said.push(`shaded by ${now.shading === "looks" ? "where heads look" : "what heads write"}`);
  const all = said.filter((text) => text).join("; ");
  return all ? `${capital(all)}: ` : "";
}

function swapSaid(words, before, now) {
  if (before.join() === now.join()) return "";
  const swapped = now.filter((token, i) => token !== before[i]);
  if (before.length !== now.length || swapped.length > 1) return "another sentence";
  const place = now.findIndex((token, i) => token !== before[i]);
  return `“${words[now[place]]}” for “${words[before[place]]}”`;
}
