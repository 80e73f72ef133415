// The sentence that says what changed.
import { setText, statusLine } from "../base/elements.js";
import { capital } from "../base/text.js";
import { cellName, reading, seedName } from "./words.js";

const headsOn = ({ sizes }, { heads }) => `${heads.length} of ${sizes.head} heads on.`;

function headsTurned(data, state, before) {
  const on = (head) => state.heads.includes(head);
  const turned = data.allHeads.filter((head) => before.heads.includes(head) !== on(head));
  const one = turned.length === 1 ? `Head ${turned[0]} is ${on(turned[0]) ? "on" : "off"}. ` : "";
  return one + headsOn(data, state);
}

function readings(data, state) {
  const numbers = state.heads.map((head) => `head ${head} ${reading(data, state, head, state)}`);
  return `${capital(cellName(data, state))}: ${numbers.join(", ") || "no head on"}.`;
}

const SENTENCES = {
  heads: headsTurned,
  view: (_, { view }) => (view === "lines" ? "Shown as lines." : "Shown as a heat map."),
  layer: (_, { layer }) => `Layer ${layer}.`,
  step: ({ names }, { step }) => `Step ${names.step[step]}.`,
  seed: ({ names }, { seed }) => `Seed ${names.seed[seed]}.`,
  compare: (data, { compare }) =>
    compare === null ? "One seed." : `Compared with ${seedName(data, compare)}.`,
};

/** What to say of a state that came after another; "" if both are alike. */
export function describe(data, state, before) {
  const changed = (name) => String(state[name]) !== String(before[name]);
  const said = Object.keys(SENTENCES)
    .filter(changed)
    .map((name) => SENTENCES[name](data, state, before));
  if (["layer", "step", "seed", "compare", "query", "key"].some(changed))
    said.push(readings(data, state));
  return said.join(" ");
}

export function status(data) {
  const element = statusLine();
  let before;
  return {
    element,
    update(state) {
      const hint = "Point at a cell, or move the query and the key, to read a share.";
      const text = before ? describe(data, state, before) : `${headsOn(data, state)} ${hint}`;
      if (text) setText(element, text);
      before = state;
    },
  };
}
