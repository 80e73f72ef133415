// What the status line says.
import { capital, isolate } from "../base/format.js";
import { onText } from "../base/head_name.js";
import { headsAt } from "./data.js";
import { sameRole } from "./errors.js";
import { amount, listText, placeName } from "./format.js";

/** What the status line says when `before` has become `now`. */
export function statusText(data, before, now) {
  const { steps } = data.names;
  const step = before.step === now.step ? "" : `Step ${steps[now.step]}.`;
  return [turnedText(data, before, now), step, ...lossTexts(data, before, now), roleText(now)]
    .filter(Boolean)
    .join(" ");
}

function turnedText(data, before, now) {
  if (before.matched !== now.matched)
    return [numberingText(data, now), ...swapTexts(data, before, now)].join(" ");
  const turned = data.places.filter(
    (place) => before.off.includes(place) !== now.off.includes(place),
  );
  if (!turned.length) return "";
  if (turned.length > 1) return `${onText(now.heads.length, data.places.length)}.`;
  const [place] = turned;
  return `Head ${placeName(place, now.matched)} is ${now.off.includes(place) ? "off" : "on"}.`;
}

function numberingText({ names }, { matched, seeds }) {
  if (!matched) return "Heads are called by their own numbers.";
  const pairs = seeds.map(({ seed, ownHeads }) => {
    const heads = ownHeads.map((head, place) => `${placeName(place, true)} is head ${head}`);
    return `${listText(heads)} of ${names.seeds[seed]}`;
  });
  return `Heads are matched: ${pairs.join("; ")}.`;
}

/** For each seed in which matching ablates other heads: which are ablated now, and which were. */
function swapTexts(data, before, now) {
  return now.seeds.flatMap(({ seed }) => {
    const [then, since] = [before, now].map(({ off, matched }) =>
      headsAt(data, off, seed, matched).sort((a, b) => a - b),
    );
    if (!then.length || !since.length || then.join() === since.join()) return [];
    const heads = listText(since, "head", "heads");
    const are = since.length > 1 ? "are" : "is";
    const instead = listText(then, "head", "heads");
    return [`In ${data.names.seeds[seed]}, ${heads} ${are} now ablated instead of ${instead}.`];
  });
}

function lossTexts({ names }, before, now) {
  const alone = now.compare === null && before.seed === now.seed;
  return now.seeds.map((measured) => {
    const sentence = lossSentence(names, now, measured);
    return alone ? capital(sentence) : `${capital(names.seeds[measured.seed])}: ${sentence}`;
  });
}

function lossSentence({ outputs }, { heads, off, matched }, { ownHeads, now, full, fates }) {
  const label = (place) =>
    placeName(place, matched) + (matched ? ` (its head ${ownHeads[place]})` : "");
  const start = `${whichHeadsText(heads, off, label)} the loss is ${amount(now.all)}`;
  if (!off.length) return `${start}.`;
  const change = changeText(now.all - full.all);
  return `${start}, ${change} with all heads; ${outcomeText(outputs, fates)}.`;
}

/** Which heads are meant, in as few words as possible. `label` gives a place's name. */
export function whichHeadsText(on, off, label) {
  if (!off.length) return "with all heads,";
  if (!on.length) return "with no head, the output is 0 and";
  return on.length < off.length
    ? `with ${listText(on.map(label), "head", "heads")} alone,`
    : `with ${listText(off.map(label), "head", "heads")} ablated,`;
}

function changeText(change) {
  if (change === 0) return "the same as";
  return `${amount(Math.abs(change))} ${change > 0 ? "more" : "less"} than`;
}

const FATES = [
  ["lost", "is lost", "are lost"],
  ["worse", "gets worse", "get worse"],
  ["better", "gets better", "get better"],
];

/** "x and y are lost, z gets better" */
export function outcomeText(outputs, fates) {
  const outcomes = FATES.flatMap(([fate, one, many]) => {
    const outputNames = outputs.filter((_, i) => fates[i] === fate).map(isolate);
    return outputNames.length
      ? `${listText(outputNames)} ${outputNames.length > 1 ? many : one}`
      : [];
  });
  return outcomes.join(", ") || "no output changes much";
}

/** Whether the one head that is ablated has the same role in both seeds. */
function roleText({ off, matched, seeds }) {
  if (seeds.length < 2 || off.length !== 1) return "";
  const same = sameRole(...seeds.map(({ fates }) => fates));
  if (same === null) return "";
  const role = same ? "the same role in both seeds" : "a different role in each seed";
  return `Head ${placeName(off[0], matched)} has ${role}.`;
}
