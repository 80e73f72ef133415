// The sentence that says what changed.
import { setText, statusLine } from "../base/elements.js";
import { capital, fmt } from "../base/format.js";
import { onText } from "../base/head_name.js";
import { matrix, matrixIndex } from "../base/patterns.js";
import { largest } from "./cells.js";
import { cellName, seedName, shareText } from "./format.js";

const headsOn = ({ sizes }, { heads }) => `${onText(heads.length, sizes.head)}.`;

function headsTurnedText(data, state, before) {
  const on = (head) => state.heads.includes(head);
  const turned = data.allHeads.filter((head) => before.heads.includes(head) !== on(head));
  const headText =
    turned.length === 1 ? `Head ${turned[0]} is ${on(turned[0]) ? "on" : "off"}. ` : "";
  return headText + headsOn(data, state);
}

function shareTexts(data, state) {
  const numbers = state.heads.map(
    (head) => `${shareText(data, state, head, state)} in head ${head}`,
  );
  const weights = numbers.length ? `attention weight ${numbers.join(", ")}` : "no head is on";
  return `${capital(cellName(data, state))}: ${weights}.`;
}

const SENTENCES = {
  heads: headsTurnedText,
  view: (_, { view }) =>
    view === "lines" ? "Patterns are drawn as lines." : "Patterns are drawn as heat maps.",
  layer: (_, { layer }) => `Layer ${layer}.`,
  step: ({ names }, { step }) => `Step ${names.step[step]}.`,
  seed: ({ names }, { seed }) => `Seed ${names.seed[seed]}.`,
  compare: (data, { compare }) =>
    compare === null ? "One seed is shown." : `It is compared with ${seedName(data, compare)}.`,
};

/** What to say of a state that came after another; "" if both are the same. */
export function statusText(data, state, before) {
  const changed = (name) => String(state[name]) !== String(before[name]);
  const sentences = Object.keys(SENTENCES)
    .filter(changed)
    .map((name) => SENTENCES[name](data, state, before));
  if (["layer", "step", "seed", "compare", "query", "key"].some(changed))
    sentences.push(shareTexts(data, state));
  return sentences.join(" ");
}

const MOST_NAMED = 2; // heads whose largest weight a sentence can name

/** What there is to see at first: each head's largest weight, or the largest of all. */
export function openingText(data, state) {
  const largestShares = state.heads.map((head) => ({ head, ...largestOf(data, state, head) }));
  largestShares.sort((a, b) => b.value - a.value);
  const named = largestShares
    .slice(0, largestShares.length > MOST_NAMED ? 1 : MOST_NAMED)
    .sort((a, b) => a.head - b.head);
  const shares = named.map(
    ({ head, ...cell }) => `${fmt(cell.value, 2)} in head ${head}, ${cellName(data, cell)}`,
  );
  const finding = shares.length ? `The largest attention weight is ${shares.join("; ")}. ` : "";
  return `${finding}Point at a cell to read its weight.`;
}

function largestOf(data, state, head) {
  return largest(matrix(data, matrixIndex(data.sizes, state, head)), data.nKeys);
}

export function status(data) {
  const element = statusLine();
  let before;
  return {
    element,
    update(state) {
      const text = before ? statusText(data, state, before) : openingText(data, state);
      if (text) setText(element, text);
      before = state;
    },
  };
}
