// What is said of the chosen head and word, in words.
import { capital, fmt, isolate } from "../base/format.js";
import { percent } from "../base/percent.js";
import { ranked } from "../base/ranked.js";
import { partsOfFirst, rowNorm, rowOf } from "./readings.js";

const quoted = (label) => `“${isolate(label)}”`;

/** `from “it” most to “animal” (68 %)`, of one sentence; `at` is the place of the word there. */
export function rowText({ reading, labels, index, view, at, layer, head }) {
  const row = rowOf(reading, index, view, at);
  const [key] = ranked(row, 1);
  const [word, best] = [quoted(labels[at]), `${quoted(labels[key])} (${percent(row[key])})`];
  const name = `head ${layer}.${head}`;
  if (view === "attends") return `${name} attends from ${word} most to ${best}`;
  const norm = fmt(rowNorm(reading, index, at), 2);
  return `of what ${name} writes to ${word}, most comes from ${best}; the norms sum to ${norm}`;
}

/** The same of both sentences, and what the second has where the first has most. */
export function bothText(state) {
  const [first, second] = state.readings.map((reading, i) => ({
    ...state,
    reading,
    labels: state.labels[i],
    at: state.places[i],
    row: rowOf(reading, state.index, state.view, state.places[i]),
  }));
  const [[key], [other]] = [first, second].map(({ row }) => ranked(row, 1));
  const there = `${quoted(second.labels[other])} (${percent(second.row[other])})`;
  const same = state.keyPlaces[key];
  const told = same !== other && first.labels[key] === second.labels[same];
  const direction = first.view === "attends" ? "goes to" : "comes from";
  const instead = told
    ? `, and ${percent(second.row[same])} ${direction} ${quoted(second.labels[same])}`
    : "";
  return `${rowText(first)}; in the second sentence, it is ${there}${instead}`;
}

/** What the status says: what the reader changed, and what came of it. */
export function statusText(before, now) {
  const changes = before ? whatChanged(before, now) : [];
  if (before && !changes.length) return "";
  const text = bothText(now);
  return `${capital([...changes, text].join("; "))}.`;
}

function whatChanged(before, now) {
  const changes = [];
  if (before.first !== now.first) changes.push("a different first sentence");
  if (before.second !== now.second) changes.push("a different second sentence");
  if (before.view !== now.view)
    changes.push(now.view === "attends" ? "attention weights" : "what the heads write");
  if (before.layer !== now.layer || before.head !== now.head) changes.push("a different head");
  if (before.query !== now.query) changes.push("a different word");
  return changes;
}

/** Of all heads: what the first token gets of the attention, and of what they write. */
export function firstText({ allHeads }, { readings, labels }) {
  const parts = readings.map(partsOfFirst);
  const [attends, writes] = ["attends", "writes"].map((view) =>
    parts.map((part) => percent(part[view])).join(" and "),
  );
  return (
    `Over all ${allHeads} heads and all words, ${quoted(labels[0][0])} gets ${attends} of the ` +
    "attention weight in the two sentences; by their norms, " +
    `${writes} of what the heads write comes from there.`
  );
}
