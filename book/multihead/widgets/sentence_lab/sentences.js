// Sentences as word numbers: read what is typed, suggest words, say which relations start where.
import { visible } from "../base/format.js";

/**
 * Read a sentence as `Grammar.tokens` does. Returns its word numbers, or which word is the problem
 * and what to say of it.
 */
export function readSentence(text, { words, known, sizes: { pos: longest } }) {
  const typed = typedWords(text);
  if (!typed.length) return { problem: `Type 1 to ${longest} words` };
  const unknown = typed.find((word) => !known.includes(word));
  if (unknown !== undefined) {
    const near = nearWords(unknown, known);
    const hint = near.length ? `near: ${near.join(", ")}` : "each list above has them all";
    const problem = `“${visible(unknown, 30)}” is not one of the model's ${known.length} words`;
    return { unknown, problem: `${problem}; ${hint}` };
  }
  if (typed.length > longest)
    return { problem: `The sentence has ${typed.length} words; use at most ${longest}` };
  return { tokens: typed.map((word) => words.indexOf(word)) };
}

function typedWords(text) {
  return text
    .toLowerCase()
    .trim()
    .replace(/\.$/, "")
    .split(/\s+/)
    .filter((word) => word);
}

/** Words that could end or replace the last one typed: those that begin with it, or near ones. */
export function suggestions(text, words, count) {
  const begun = /\s$/.test(text) ? "" : (typedWords(text).at(-1) ?? "");
  if (!begun || words.includes(begun)) return [];
  const longer = words.filter((word) => word.startsWith(begun));
  return (longer.length ? longer : nearWords(begun, words)).slice(0, count);
}

/** The text with its last word replaced, ready for the next. */
export function completed(text, word) {
  return `${text.replace(/\S*$/, "")}${word} `;
}

const NEAR = 3;

/** Up to three words that share about half of their letters with `typed`, the nearest first. */
export function nearWords(typed, words) {
  const start = typed.slice(0, 30),
    most = Math.ceil(start.length / 2);
  return words
    .map((word) => [lettersApart(start, word), word])
    .filter(([apart]) => apart <= most)
    .sort(([a], [b]) => a - b)
    .slice(0, NEAR)
    .map(([, word]) => word);
}

/** How many letters to add, drop or change to get from one word to the other. */
function lettersApart(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

/** Which relations start at a place of a sentence, see word_kinds.py; the previous word is last. */
export function relationsAt(tokens, at, questions) {
  const before = [at - 2, at - 3].filter((place) => place >= 0).map((place) => tokens[place]);
  return questions
    .map((_, relation) => relation)
    .filter((relation) => {
      const { from, after } = questions[relation];
      const starts = from === null ? at > 0 : from.includes(tokens[at]);
      return starts && (after === null || before.includes(after));
    })
    .sort((a, b) => (a === 0) - (b === 0));
}

/** Where to look from in another sentence: at the same word, the nearest one, or else as before. */
export function wordPlace(tokens, token, at) {
  const places = tokens.map((_, place) => place).filter((place) => tokens[place] === token);
  return places.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0] ?? at;
}
