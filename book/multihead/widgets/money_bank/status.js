// The sentences that say what changed.

import { capital } from "../base/format.js";
import { changedEntries, place, shape } from "./matrices.js";
import { show } from "./numbers.js";
import { STEPS } from "./steps.js";
import { PLACE_TRAITS } from "./view_state.js";

const UNCHANGED = "All numbers are the chapter's.";

export function openingText({ step, steps, stage, row, column }) {
  const { a, b, c } = stage;
  const sentences = [`Step ${step} of ${steps.length}.`];
  if (b) {
    const j = Math.min(column, c.columns.length - 1);
    sentences.push(
      `${c.name} [${c.rows[row]}, ${c.columns[j]}] is ${show(c.values[row][j])}: ` +
        `row ${a.rows[row]} of ${a.name} times column ${b.columns[j]} of ${b.name}.`,
    );
  }
  return sentences.join(" ");
}

export function statusText(names, now, before) {
  const { step, steps, name, head, stage } = now;
  const sentences = [];
  if (names.has("step")) sentences.push(`Step ${step} of ${steps.length}: ${STEPS[name].title}.`);
  if (names.has("form")) sentences.push(formText(now, before));
  else if (![...names].every((trait) => PLACE_TRAITS.includes(trait)))
    sentences.push(...numbersText(now, before));
  if (names.has("head") || names.has("projection"))
    sentences.push(`Head ${head + 1}${stage.c ? `: ${stage.c.name}` : ""}.`);
  return sentences.join(" ");
}

function formText({ form, all }, before) {
  const sizes = ["Q₁", "Z₁", "Z′", "W_O"].map(
    (name) => `${name} ${shape(before.all.get(name))} → ${shape(all.get(name))}`,
  );
  const counts = `${countWeights(all)} weights, were ${countWeights(before.all)}`;
  return `${capital(form)} form: ${sizes.join(", ")}; ${counts}.`;
}

function countWeights(all) {
  const weights = [...all.values()].filter((m) => m.path && m.name !== "X");
  return weights.flatMap(({ values }) => values.flat()).length;
}

function numbersText({ all, edited }, before) {
  if (!edited) return [UNCHANGED];
  const changed = changedEntries(all, before.all);
  const names = (entries) => [...new Set(entries.map(({ m }) => m.name))].join(", ");
  const edits = changed.filter(({ m }) => m.path);
  const follow = names(changed.filter(({ m }) => !m.path));
  if (!edits.length) return [];
  const [{ m, i, j, x, original }, ...more] = edits;
  return [
    more.length
      ? `${edits.length} entries of ${names(edits)} changed.`
      : `${place(m, i, j)} is ${show(x)}, was ${show(original)}.`,
    follow ? `This changes ${follow}.` : "Nothing else changes.",
  ];
}
