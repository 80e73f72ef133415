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
export function answerText(words, from, shares) {
  const [best] = ranked(shares, 1);
  return `${from} → ${wordName(words, best)} ${percent(shares[best])}`;
}

/** What a head does, for those who cannot see it: its three largest weights. */
export function headText(name, { looks, writes, length }, shading, names) {
  const shares = shading === "looks" ? looks : writes;
  const shareTexts = ranked(shares, 3).map((i) => `${names[i]} ${percent(shares[i])}`);
  const verb = shading === "looks" ? "attends to" : "writes from";
  return `${name} ${verb} ${shareTexts.join(", ")}. Norm of its output: ${fmt(length, 1)}.`;
}

/** What the status says: what the reader changed, the answer now, and the answer before. */
export function statusText(data, before, now) {
  const answer = firstAnswer(data, now);
  if (!before) return `${answer}. Swap a word, or turn a head off.`;
  const what = whatChanged(data, before.state, now.state);
  if (before.state.at !== now.state.at) return `${what}${answer}.`;
  const old = firstAnswer(data, before);
  return old === answer ? `${what}${answer}, as before.` : `${what}${answer}. Before: ${old}.`;
}

function firstAnswer({ words }, { state: { tokens, at }, outputs }) {
  const from = words[tokens[at]];
  if (!outputs.answers.length) return `No relation starts at “${from}”`;
  return answerText(words, from, outputs.answers[0].shares);
}

function whatChanged({ words, sizes, seeds }, before, now) {
  const changes = [swapText(words, before.tokens, now.tokens)];
  for (let head = 0; head < sizes.head; head++) {
    const on = now.heads.includes(head);
    if (on !== before.heads.includes(head))
      changes.push(`${fullName(head, sizes)} is ${on ? "on" : "ablated"}`);
  }
  if (before.seed !== now.seed) changes.push(`seed ${seeds[now.seed]}`);
  if (before.shading !== now.shading)
    changes.push(
      `shaded by ${now.shading === "looks" ? "where heads attend" : "what heads write"}`,
    );
  const all = changes.filter((text) => text).join("; ");
  return all ? `${capital(all)}: ` : "";
}

function swapText(words, before, now) {
  if (before.join() === now.join()) return "";
  const swapped = now.filter((token, i) => token !== before[i]);
  if (before.length !== now.length || swapped.length > 1) return "a different sentence";
  const place = now.findIndex((token, i) => token !== before[i]);
  return `“${words[now[place]]}” for “${words[before[place]]}”`;
}
